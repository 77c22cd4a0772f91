import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Clock } from './clock.ts'
import type { Database, Tx } from './database/database.ts'
import { isCollision } from './database/database-errors.ts'
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
}

/**
 * Does a job in a transaction of its own.
 * @param job runs again, from the beginning and in a new transaction, when the database has ended the first one in favour of another that
 * it collided with: it changes nothing but through its unit of work. Files, mails and messages to browsers come before or after.
 * @throws {AppError} `unavailable` when it collided each time; whatever the job throws
 */
export type DoWork = <T>(job: (unit: Work) => Promise<T>) => Promise<T>

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

/** Makes the function through which services write. The transaction is an argument there, so it cannot be forgotten. */
export const createWork = ({ db, clock, requireRoom, append, committed }: Parts): DoWork =>
  async function work(job) {
    requireRoom?.()
    for (let tries = 1; ; tries++) {
      const { facts, sent, send, announce } = collect()
      async function run(tx: Tx) {
        const now = clock.now()
        try {
          return { now, result: await job({ tx, now, send, announce }) }
        } catch (error) {
          // A statement that has failed makes the ones after it fail, and says why.
          await together(sent)
          throw error
        }
      }
      try {
        const { result } = await db.transaction(run, {
          last: (tx, { now }) => together([...sent, facts.length > 0 && append(tx, facts, now)]),
        })
        if (facts.length > 0) committed()
        return result
      } catch (error) {
        if (!isCollision(error)) throw error
        if (tries === mostTries) throw collided(error)
        // Not all at the same moment again.
        await wait(Math.random() * longestPauseMs * tries)
      }
    }
  }

/**
 * Does a job as a part of a unit of work that may fail by itself: what it has done then is undone, and the rest of the unit goes on.
 * @throws whatever the job throws
 */
export async function attempt<T>(unit: Work, job: (unit: Work) => Promise<T>): Promise<T> {
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
