import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Clock } from './clock.ts'
import { pipelined, type Database, type Tx } from './database/query-builder.ts'
import { isCollision } from './database/database-errors.ts'
import { collectWrites } from './collected-writes.ts'
import type { Announcement } from './log/define-fact.ts'

/** One unit of work: everything a service does through it happens together or not at all. */
export interface Work {
  tx: Tx
  /** The moment all of it happens at. */
  now: Date
  /** The address of the caller, which every fact carries; empty for what the program does by itself. */
  ip: string
  /** Leaves a statement to the end of the unit: nobody waits for its answer. The unit fails when the statement does. */
  send(statement: Promise<unknown>): void
  /** Notes a fact. It is written to the log in the same transaction, as its last statement. */
  announce(fact: Announcement): void
}

/** The same unit of work, done for a caller at this address. */
export const calledFrom = (unit: Work, ip: string): Work => ({
  ...unit,
  ip,
  announce: (fact) => unit.announce({ ip, ...fact }),
})

/**
 * Does a job in a transaction.
 * @param job runs again, from the beginning and in a new transaction, when the database has ended the first one in favour of another that
 * it collided with: it changes nothing but through its unit of work. Files, mails and messages to browsers come before or after.
 * @throws {AppError} `unavailable` when it collided each time; whatever the job throws
 */
export type DoWork = <T>(job: (unit: Work) => Promise<T>) => Promise<T>

/** Everybody takes rows in one order (docs/lock-order.md), so that a second collision is rare and a fourth has another cause. */
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

/** Makes the function through which services write. The transaction is an argument there, so it cannot be forgotten. */
export function createWork({ db, clock, requireRoom, append, committed }: Parts): DoWork {
  async function doOnce<T>(job: (unit: Work) => Promise<T>): Promise<T> {
    const { facts, sent, send, announce, settle } = collectWrites()
    const now = clock.now()
    const result = await db.transaction((tx) => settle(job({ tx, now, ip: '', send, announce })), {
      last: (tx) => pipelined([...sent, facts.length > 0 && append(tx, facts, now)]),
    })
    if (facts.length > 0) committed()
    return result
  }

  return async function work(job) {
    requireRoom?.()
    for (let tries = 1; ; tries++)
      try {
        return await doOnce(job)
      } catch (error) {
        if (!isCollision(error)) throw error
        if (tries === mostTries) throw collided(error)
        // Not all at the same moment again.
        await wait(Math.random() * longestPauseMs * tries)
      }
  }
}
