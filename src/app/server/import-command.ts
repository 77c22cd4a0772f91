import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { randomUUID } from 'node:crypto'
import { ImportOptions } from '#features/imports/contract.ts'
import { allFieldsOf, ImportKind, type FieldName } from '#features/imports/fields/contract.ts'
import { inspectCsv, type OpenFile } from '#features/imports/server/csv.ts'
import { guessColumns } from '#features/imports/server/guess.ts'
import { countsInWords, createImporter } from '#features/imports/server/importer.ts'
import { refusedRows } from '#features/imports/server/queries.ts'
import { createImport, matchColumns } from '#features/imports/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { findUserByEmail } from '#features/users/server/queries.ts'
import { normalizeEmail } from '#platform/contract/fields.ts'
import { wakeNodes } from '#platform/server/bus.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { DirectoryInUse } from '#platform/server/process/data-directory.ts'
import { readEnv } from '#platform/server/process/env.ts'
import type { Progress } from '#platform/server/process/start-watch.ts'
import { openWork } from './app.ts'
import { isHelp, Refusal, runCommand, UsageError } from '#platform/server/process/command-line.ts'
import { createLogger } from './logger.ts'
import { openDatabase } from './open-database.ts'
import { upgradeDatabase } from './upgrade.ts'

const usage = `npm run import -- KIND FILE --as EMAIL --check   says row by row what an import would do, and changes nothing
npm run import -- KIND FILE --as EMAIL           the same, and then imports

KIND is ${ImportKind.options.join(', ')}, in this order; FILE is a CSV file in UTF-8. EMAIL is that of the super user who imports.
  --column FIELD=HEADING   takes a field from another column than its heading tells; HEADING may be empty: from none
  --from NAME              the system that the file comes from, where files of several are imported
  --date-order mdy         reads 04/03/2025 as April 3
  --unknown-people EMAIL   whose the rows of people are who are not known; else such rows are refused
  --take-over              has the people of the file take the accounts over that somebody has registered with their address, and that
                           nobody has confirmed: password, sessions and links end; else such rows are refused

Nobody is mailed but an address that is replaced. The database is the one the environment names, as for npm start. The embedded one belongs to one program at a time: while
Signalbox runs, import on its Import screen.`

function read(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: {
        as: { type: 'string' },
        check: { type: 'boolean', default: false },
        column: { type: 'string', multiple: true, default: [] },
        from: { type: 'string', default: '' },
        'date-order': { type: 'string', default: 'dmy' },
        'unknown-people': { type: 'string' },
        'take-over': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const [kind, file, ...rest] = positionals
    const known = ImportKind.safeParse(kind)
    if (known.success && file !== undefined && rest.length === 0 && values.as !== undefined)
      return { ...values, kind: known.data, file: path.resolve(file), as: values.as }
  } catch {
    // The usage below is the answer to any fault.
  }
  throw new UsageError(usage)
}

async function findSuperUser(db: Database, address: string): Promise<Viewer> {
  const user = await findUserByEmail(db, normalizeEmail(address))
  if (!user?.isActive || !isAdministrator(user))
    throw new Refusal(`${address} is no active super user, and only they import.`)
  return { id: user.id, role: user.role, managedClientIds: [], clientIds: [] }
}

const say = (line: string) => process.stderr.write(`${line}\n`)

/** @throws {Refusal} */
function columnsOf(kind: ImportKind, headings: readonly string[], chosen: readonly string[]) {
  const columns = guessColumns(kind, headings)
  for (const word of chosen) {
    const [field = '', heading = ''] = word.split(/=(.*)/s)
    if (!allFieldsOf(kind).some((one) => one === field))
      throw new Refusal(`There is no field ${field}. Fields are: ${allFieldsOf(kind).join(', ')}.`)
    const place = headings.indexOf(heading)
    if (heading !== '' && place < 0)
      throw new Refusal(`There is no column “${heading}”. Columns are: ${headings.join(', ')}.`)
    for (const [other, taken] of Object.entries(columns)) if (taken === place) delete columns[other]
    if (place >= 0) columns[field] = place
    else delete columns[field]
  }
  return columns
}

async function sayRefused(db: Database, id: string): Promise<void> {
  for await (const { place, notes } of refusedRows(db, id)) {
    const reasons = notes.map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`))
    say(`Row ${place} is refused. ${reasons.join('; ')}`)
  }
}

async function run(words: string[], progress: Progress): Promise<string> {
  if (words.length === 0 || isHelp(words[0] ?? '')) return usage
  const { kind, file, as, check, column, ...given } = read(words)
  const open: OpenFile = async () => createReadStream(file)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal(`There is no file ${file}.`)
  const inspected = await inspectCsv(open)
  const env = readEnv()
  const log = createLogger(env.LOG_LEVEL)
  progress.enter('opening the database')
  const database = await openDatabase(env).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error
    throw new Refusal(
      `Signalbox is running with the data directory ${env.DATA_DIR}. Import on its Import screen, or stop it first.`,
    )
  })
  const { db } = database
  try {
    progress.enterSlow('bringing the database up to date')
    await upgradeDatabase(database, { dataDirectory: env.DATA_DIR, log })
    progress.enterSlow('importing')
    const viewer = await findSuperUser(db, as)
    const address = given['unknown-people']
    const fallback = address === undefined ? undefined : await findUserByEmail(db, normalizeEmail(address))
    if (address !== undefined && !fallback) throw new Refusal(`There is no user with the address ${address}.`)
    const options = ImportOptions.safeParse({
      source: given.from,
      dateOrder: given['date-order'],
      fallbackPersonId: fallback?.id ?? null,
      unconfirmed: given['take-over'] ? 'take_over' : 'refuse',
    })
    if (!options.success) throw new Refusal(options.error.issues[0]?.message)
    const columns = columnsOf(kind, inspected.headings, column)
    for (const field of allFieldsOf(kind)) sayColumn(field, inspected.headings[columns[field] ?? -1])

    const work = openWork(database, systemClock, { wake: () => undefined })
    const progressed = ({ doneRows, totalRows }: { doneRows: number; totalRows: number }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${doneRows} of ${totalRows} rows`)
      if (process.stderr.isTTY && doneRows === totalRows) process.stderr.write('\n')
    }
    const importer = createImporter({ db, work, log, timeZone: env.TIME_ZONE, progressed })
    const id = randomUUID()
    const doer = { viewer, ip: 'command' }
    await work(async (unit) => {
      await createImport(unit, viewer, {
        ...inspected,
        id,
        kind,
        fileName: path.basename(file),
        fileSize: found.size,
        objectPath: null,
      })
      await matchColumns(unit, id, { columns, options: options.data })
    })
    const checked = await importer.doAll(id, 'checking', doer, open)
    const done = check ? checked : await importer.doAll(id, 'running', doer, open)
    await sayRefused(db, id)
    if (!database.embedded) await wakeNodes(database.pool)
    return `${check ? 'Nothing is changed. An import would do' : 'Imported'}: ${countsInWords(done)}.`
  } finally {
    await database.close()
  }
}

const sayColumn = (field: FieldName, heading: string | undefined) =>
  heading !== undefined && say(`${field} is taken from “${heading}”`)

await runCommand(run)
