import path from 'node:path'
import { parseArgs } from 'node:util'
import { sumRows } from '#platform/server/database/rows.ts'
import { isHelp, runCommand, UsageError } from '#platform/server/process/command-line.ts'
import { loadSecret, noteMove } from '#platform/server/process/data-directory.ts'
import {
  bucketNames,
  changedEnvironment,
  environmentOf,
  readPlaces,
  type Places,
} from '#platform/server/process/env.ts'
import type { Progress } from '#platform/server/process/start-watch.ts'
import { BackupRefused } from './archive/archive.ts'
import { readArchive } from './archive/archive-reader.ts'
import { writeArchive } from './archive/archive-writer.ts'
import { rowsKeptOf } from './contents.ts'
import { fillArchive, inOrder, listPaths, type Made } from './make-backup.ts'
import { restoreArchive } from './restore.ts'
import { openSource, type Source } from './source.ts'
import { openTarget, type Target } from './target.ts'
import { contentsInWords, warnOfMissing, warnOfUnmarked } from './words.ts'

const usage = `npm run move -- --to postgres://USER:PASSWORD@HOST/DATABASE   to a PostgreSQL server; files stay where the environment has them
npm run move -- --to DIRECTORY                                to the embedded database in a directory, and files to it, too
npm run move -- --to-env FILE                                 to what a file in the form of .env names, such as PostgreSQL and a bucket

It begins with what the environment names, as for npm start. Stop the program first. What is there now is left as it is.`

const options = { to: { type: 'string' }, 'to-env': { type: 'string' } } as const

function readTarget(words: string[], from: Places): Places {
  const { values } = parseWords(words)
  const { to, 'to-env': file } = values
  if (file !== undefined && to === undefined) return readPlaces(environmentOf(path.resolve(file)))
  if (to === undefined || file !== undefined) throw new UsageError(usage)
  if (/^postgres(ql)?:\/\//.test(to)) {
    const APP_SECRET = from.APP_SECRET ?? loadSecret(path.resolve(from.DATA_DIR))
    return readPlaces(changedEnvironment({ DATABASE_URL: to, APP_SECRET }))
  }
  const noBucket = Object.fromEntries(bucketNames.map((name) => [name, undefined]))
  return readPlaces(changedEnvironment({ ...noBucket, DATABASE_URL: undefined, DATA_DIR: to }))
}

function parseWords(words: string[]) {
  try {
    return parseArgs({ args: words, options })
  } catch {
    throw new UsageError(usage)
  }
}

const placeOfFiles = (env: Places) =>
  env.S3_BUCKET === undefined ? path.resolve(env.DATA_DIR) : `${env.S3_ENDPOINT} ${env.S3_BUCKET}`

/** Names the database without its password. */
function placeOfDatabase({ DATABASE_URL, DATA_DIR }: Places): string {
  if (DATABASE_URL === undefined) return path.resolve(DATA_DIR)
  const { host, pathname, searchParams } = new URL(DATABASE_URL)
  return `${host || searchParams.get('host')}${pathname}`
}

/** Marks an embedded database that stays behind; a failure does not undo the move. */
function markAsMoved(from: Places, to: Places): void {
  if (from.DATABASE_URL !== undefined) return
  const directory = path.resolve(from.DATA_DIR)
  try {
    noteMove(directory, placeOfDatabase(to), new Date())
  } catch (error) {
    warnOfUnmarked(directory, error)
  }
}

const differs = (what: string) =>
  new BackupRefused(
    `What arrived differs from what was sent (${what}), so nothing was changed. This is a defect.`,
  )

async function compare(source: Source, target: Target): Promise<void> {
  for (const table of source.tables) {
    const where = rowsKeptOf(table)
    const [one, other] = await Promise.all([
      sumRows(source.client, table, where),
      sumRows(target.client, table, where),
    ])
    if (one.count !== other.count || one.sum !== other.sum) throw differs(`table ${table.name}`)
  }
  const sizes = async (file: string) => ({
    file,
    one: await source.store.find(file),
    other: await target.store.find(file),
  })
  for await (const { file, one, other } of inOrder(listPaths(source), sizes))
    if (one?.size !== other?.size) throw differs(`file ${file}`)
}

async function move(from: Places, to: Places, progress: Progress): Promise<string> {
  const isSameStore = placeOfFiles(from) === placeOfFiles(to)
  progress.enter('opening the databases')
  const source = await openSource(from, { mayRun: false })
  try {
    const target = await openTarget(to, source.installation, { mayTakeOver: isSameStore })
    try {
      progress.enterSlow('moving')
      let made: Made | undefined
      const archive = writeArchive(async (writer) => {
        made = await fillArchive(source, writer, !isSameStore)
      })
      const markLeft = () => markAsMoved(from, to)
      await restoreArchive(target, readArchive(archive), () => compare(source, target), markLeft)
      if (!made) throw new Error('an archive was written without contents')
      warnOfMissing(made)
      const files = isSameStore ? ' The files stay where they are.' : ''
      return `Moved and compared: ${contentsInWords(made)}.${files} Start the program there, with the same secret (APP_SECRET, or DATA_DIR/secret), and not here again; everybody signs in again.`
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

await runCommand(async (words, progress) => {
  if (isHelp(words[0] ?? '')) return usage
  const from = readPlaces()
  return move(from, readTarget(words, from), progress)
})
