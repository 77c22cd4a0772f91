import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { i18n } from '#platform/contract/i18n.ts'
import { findLastNumber } from '#features/tickets/server/queries.ts'
import { passNumber } from '#features/tickets/server/public/imported-ticket.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { findUser } from '#features/users/server/queries.ts'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { isTransient } from '#platform/server/errors.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { ImportOptions, outcomes, type ImportRow } from '../contract.ts'
import { allFieldsOf, type FieldName } from '../fields/contract.ts'
import { readCsv, type OpenFile } from './csv.ts'
import { createClaims, doRows, highestNumber, type Order, type Read } from './do-rows.ts'
import type { ImportRecord } from './queries.ts'
import { readRow } from './row.ts'
import {
  begin,
  finish,
  lockOwnImport,
  recordFailure,
  recordRows,
  publishProgress,
  TakenOver,
} from './service.ts'

/** Rows of a transaction, few because it blocks all others in the embedded database. */
const rowsAtOnce = 25
/** Pause between batches for the requests of others, which have several queries. */
const breathMs = 10
/** Interval of announcements: each makes browsers reload their data. */
const sayEveryMs = 10_000
const mostTries = 5
const pauseMs = 500

export interface ImporterParts {
  db: Database
  work: DoWork
  log: Pick<FastifyBaseLogger, 'error'>
  timeZone: string
  /** Called after every batch. */
  progressed?(one: ImportRecord): void
}

/** Super user who starts it, and their IP address. */
export interface Doer {
  viewer: Viewer
  ip: string
}

/** Error that rolls a check back. */
class Undone extends Error {
  readonly rows: readonly ImportRow[]
  constructor(rows: readonly ImportRow[]) {
    super('a check is rolled back')
    this.rows = rows
  }
}

class Stopped extends Error {
  override name = 'Stopped'
}

const columnsOf = ({ kind, columns }: ImportRecord): Map<FieldName, number> =>
  new Map(
    allFieldsOf(kind).flatMap((field) => {
      const place = columns[field]
      return place === undefined ? [] : [[field, place] as const]
    }),
  )

/** Checks again, as an import outlives its call and the caller's rights. @throws {AppError} `forbidden` */
async function requireImporter({ tx }: Pick<Work, 'tx'>, { id }: Viewer): Promise<void> {
  const user = await findUser(tx, id)
  if (!user?.isActive || !isAdministrator(user))
    throw forbidden(
      i18n.t(
        'The person who started this is no longer an active super user. Another super user can continue.',
      ),
    )
}

/** Retries a batch after a conflict with others or a database failure. */
async function patiently<T>(job: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await job()
    } catch (error) {
      if (!isTransient(error) || tries === mostTries) throw error
      await wait(pauseMs * tries)
    }
}

export function createImporter({ db, work, log, timeZone, progressed }: ImporterParts) {
  const running = new Set<Promise<void>>()
  let isStopping = false

  async function checkRows(order: Order, batch: readonly Read[]): Promise<readonly ImportRow[]> {
    try {
      return await work(async (unit) => {
        const silent = { ...unit, announce: () => undefined }
        throw new Undone(await doRows(silent, order, batch, true))
      })
    } catch (error) {
      if (error instanceof Undone) return error.rows
      throw error
    }
  }

  async function goOn(begun: ImportRecord, { viewer, ip }: Doer, open: OpenFile): Promise<ImportRecord> {
    let one = begun
    const isCheck = one.state === 'checking'
    const options = ImportOptions.parse(one.options)
    const order: Order = { kind: one.kind, options, viewer, ip, timeZone }
    const columns = columnsOf(one)
    const lastNumber = one.kind === 'tickets' ? await findLastNumber(db) : 0
    const claim = createClaims(one.kind, one.headings.length, lastNumber)
    let passed = 0
    let saidAt = performance.now()
    let hasMore = false

    async function doBatch(batch: readonly Read[]): Promise<void> {
      const highest = isCheck ? 0 : await highestNumber(db, order, batch)
      if (highest > passed) {
        await db.transaction((tx) => passNumber(tx, highest))
        passed = highest
      }
      const checkedRows = isCheck ? await checkRows(order, batch) : undefined
      // The job may run twice, so its result counts only at the end.
      const done = await work(async (unit) => {
        const held = await lockOwnImport(unit, one.id, one)
        await requireImporter(unit, viewer)
        const rows = checkedRows ?? (await doRows(unit, order, batch, false))
        const hasChanges =
          hasMore || (!isCheck && rows.some(({ outcome }) => outcome === 'create' || outcome === 'update'))
        const isSaid = hasChanges && performance.now() - saidAt > sayEveryMs
        if (isSaid) publishProgress(unit, viewer)
        return { one: await recordRows(unit, held, rows), hasChanges, isSaid }
      })
      one = done.one
      hasMore = done.hasChanges && !done.isSaid
      if (done.isSaid) saidAt = performance.now()
      progressed?.(one)
    }

    let batch: Read[] = []
    let place = -1
    for await (const cells of readCsv(open, one.delimiter)) {
      place++
      if (place === 0) continue
      const read = claim(readRow(place, cells, columns), cells)
      if (place <= begun.doneRows) continue
      batch.push(read)
      if (batch.length < rowsAtOnce) continue
      if (isStopping) throw new Stopped()
      const full = batch
      batch = []
      await patiently(() => doBatch(full))
      await wait(breathMs)
    }
    if (batch.length > 0) await patiently(() => doBatch(batch))
    await work(async (unit) => finish(unit, viewer, await lockOwnImport(unit, one.id, one)))
    return one
  }

  /** Resumes, and records the reason of a stop. */
  async function tryOn(begun: ImportRecord, doer: Doer, open: OpenFile): Promise<void> {
    const noteStop = (failure: string | null) =>
      work((unit) => recordFailure(unit, doer.viewer, begun, failure))
    try {
      await goOn(begun, doer, open)
    } catch (error) {
      if (error instanceof TakenOver) return
      if (error instanceof Stopped) return noteStop(null)
      log.error({ err: error, importId: begun.id }, 'an import has stopped')
      const failure =
        error instanceof AppError ? error.message : i18n.t('The server had an error. Try to continue.')
      await noteStop(failure).catch(() => undefined)
    }
  }

  return {
    /** Runs in the background and records the result with the import. @throws {AppError} as `begin` */
    async start(id: string, state: 'checking' | 'running', doer: Doer, open: OpenFile): Promise<void> {
      const begun = await work((unit) => begin(unit, doer.viewer, id, state))
      const trying = tryOn(begun, doer, open).finally(() => running.delete(trying))
      running.add(trying)
    },

    /** @returns the import at its end @throws {AppError} as `begin`; the reason of a stop */
    async doAll(
      id: string,
      state: 'checking' | 'running',
      doer: Doer,
      open: OpenFile,
    ): Promise<ImportRecord> {
      const begun = await work((unit) => begin(unit, doer.viewer, id, state))
      return goOn(begun, doer, open)
    },

    /** Ends after the present batch; any node can resume the rest. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.all(running)
    },
  }
}

export type Importer = ReturnType<typeof createImporter>

export const countsInWords = ({ counts }: Pick<ImportRecord, 'counts'>): string =>
  outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ')
