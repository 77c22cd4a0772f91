import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Clock } from './clock.ts'
import type { Database, Tx } from './database/database.ts'
import { isCollision } from './database/database-errors.ts'
import { createSharing, type SharingParts } from './shared-work.ts'
import { together } from './database/query-builder.ts'
import type { Announcement } from './log/define-fact.ts'

/** One unit of work: everything a service does through it happens together or not at all. */
export interface Work {
  tx: Tx
  /** The moment all of it happens at. */
  now: Date
  /**
   * Leaves a statement to the end of the unit: nobody waits for its answer, so that it goes out with what comes after it. What it fails of
   * is what the unit fails of.
   */
  send(statement: Promise<unknown>): void
  /** Notes a fact. It is written to the log in the same transaction, as its last statement. */
  announce(fact: Announcement): void
  /** The ids of all that is locked in it by jobs that share it; absent: it is one job's own. */
  shared?: ReadonlySet<string> | undefined
}

type Job<T> = (unit: Work) => Promise<T>

interface Manners {
  /**
   * The job may be done in one transaction with others of the same moment: the ids of all that it locks against them. Those who lock the same
   * thing are never in one transaction; whatever else a job locks by `requireLockable` makes each do it again in one of its own. Absent: in a
   * transaction of its own.
   */
  locks?: readonly string[] | undefined
}

/**
 * Does a job in a transaction.
 * @param job runs again, from the beginning and in a new transaction, when the database has ended the first one in favour of another that
 * it collided with, or when it was undone with another job: it changes nothing but through its unit of work. Files, mails and messages to
 * browsers come before or after.
 * @throws {AppError} `unavailable` when it collided each time; whatever the job throws
 */
export type DoWork = <T>(job: Job<T>, manners?: Manners) => Promise<T>

/** A shared unit of work cannot do what a job wants of it. */
class NotToBeShared extends Error {
  override name = 'NotToBeShared'
}

/**
 * To be called in front of whatever keeps others out until the commit: it does not keep out those who share the transaction.
 * @param id of the row; absent: it is no row that a job could have named
 * @throws {NotToBeShared} which makes each job do it again in a transaction of its own
 */
export function requireLockable({ shared }: Pick<Work, 'shared'>, id?: string): void {
  if (shared && (id === undefined || !shared.has(id))) throw new NotToBeShared()
}

/** Everybody takes rows in one order (ARCHITECTURE.md), so that a second collision is rare and a fourth has another cause. */
const mostTries = 4
const longestPauseMs = 50

const collided = (cause: unknown) =>
  Object.assign(
    new AppError('unavailable', i18n.t('Someone else changed this at the same moment. Please try again.'), {
      retryAfterS: 1,
    }),
    { cause },
  )

interface Parts {
  /** Where transactions begin. */
  db: Pick<Database, 'transaction'>
  /** Absent: each job has a transaction of its own. */
  sharing?: Pick<SharingParts, 'share' | 'atOnce'>
  clock: Clock
  /** Throws where there is no room for writing. */
  requireRoom?: (() => void) | undefined
  /** Writes facts to the log: the last statement of the transaction, because it holds the head of the log until the commit. */
  append(tx: Tx, facts: readonly Announcement[], now: Date): Promise<unknown>
  /** Called after a commit that wrote to the log. */
  committed(): void
}

/** What a unit of work is told to write at its end. */
function collect() {
  const facts: Announcement[] = []
  const sent: Promise<unknown>[] = []
  return {
    facts,
    sent,
    send(statement: Promise<unknown>): void {
      // Whoever waits for all of them hears of it.
      statement.catch(() => undefined)
      sent.push(statement)
    },
    announce: (fact: Announcement): void => void facts.push(fact),
  }
}

/** How long jobs that share a transaction wait for what others have locked: the one that waits keeps the rest from going on. */
const sharedLocksWithinMs = 500

/** Makes the function through which services write. The transaction is an argument there, so it cannot be forgotten. */
export function createWork({ db, sharing, clock, requireRoom, append, committed }: Parts): DoWork {
  /** Does jobs in one transaction. @throws what the first of them throws */
  async function doTogether<T>(jobs: readonly Job<T>[], shared?: ReadonlySet<string>): Promise<T[]> {
    const { facts, sent, send, announce } = collect()
    async function run(tx: Tx) {
      const now = clock.now()
      try {
        const results = await together(jobs.map((job) => job({ tx, now, send, announce, shared })))
        return { now, results }
      } catch (error) {
        // A statement that has failed makes the ones after it fail, and says why.
        await together(sent)
        throw error
      }
    }
    const { results } = await db.transaction(run, {
      locksWithinMs: shared && sharedLocksWithinMs,
      last: (tx, { now }) => together([...sent, facts.length > 0 && append(tx, facts, now)]),
    })
    if (facts.length > 0) committed()
    return results
  }

  async function doAlone<T>(job: Job<T>): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        const [result] = await doTogether([job])
        return result as T
      } catch (error) {
        if (!isCollision(error)) throw error
        if (tries === mostTries) throw collided(error)
        // Not all at the same moment again.
        await wait(Math.random() * longestPauseMs * tries)
      }
  }

  const doShared = sharing && createSharing({ ...sharing, doTogether, doAlone })
  return async function work(job, { locks } = {}) {
    requireRoom?.()
    return locks && doShared ? doShared(job, locks) : doAlone(job)
  }
}

/**
 * Does a job as a part of a unit of work that may fail by itself: what it has done then is undone, and the rest of the unit goes on.
 * @throws whatever the job throws
 */
export async function attempt<T>(unit: Work, job: (unit: Work) => Promise<T>): Promise<T> {
  requireLockable(unit)
  const { facts, sent, send, announce } = collect()
  const begun = unit.tx.execute(sql`savepoint attempt`)
  try {
    const [, result] = await together([begun, job({ ...unit, send, announce })])
    await together([...sent, unit.tx.execute(sql`release savepoint attempt`)])
    facts.forEach((fact) => unit.announce(fact))
    return result
  } catch (error) {
    await Promise.allSettled(sent)
    // The database has ended the whole of it.
    if (!isCollision(error)) await unit.tx.execute(sql`rollback to savepoint attempt`)
    throw error
  }
}
