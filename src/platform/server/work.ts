import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Clock } from './clock.ts'
import { pipelined, type Database, type Tx } from './database/query-builder.ts'
import { isCollision } from './database/database-errors.ts'
import { collectWrites } from './collected-writes.ts'
import type { Announcement } from './log/define-fact.ts'

/** One atomic unit of work. */
export interface Work {
  tx: Tx
  /** Time of the unit. */
  now: Date
  /** Address of the caller in every fact; empty for work of the program itself. */
  ip: string
  /** Defers a statement to the end of the unit, without awaiting it. The unit fails with it. */
  send(statement: Promise<unknown>): void
  /** Records a fact, written to the log as the last statement of the transaction. */
  announce(fact: Announcement): void
}

/** Wraps a unit of work for a caller at this address. */
export const calledFrom = (unit: Work, ip: string): Work => ({
  ...unit,
  ip,
  announce: (fact) => unit.announce({ ip, ...fact }),
})

/**
 * Runs a job in a transaction.
 * @param job may be repeated after a collision, so it must change nothing but through its unit; no files, mails or messages to browsers.
 * @throws {AppError} `unavailable` after repeated collisions; the error of the job
 */
export type DoWork = <T>(job: (unit: Work) => Promise<T>) => Promise<T>

/** All jobs lock rows in one order (docs/lock-order.md), so a second collision is rare and a fourth has another cause. */
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
  db: Pick<Database, 'transaction'>
  clock: Clock
  /** Throws when the disk is full. */
  requireRoom?: (() => void) | undefined
  /** Writes facts to the log. Last in the transaction, because it locks the head of the log until the commit. */
  append(tx: Tx, facts: readonly Announcement[], now: Date): Promise<unknown>
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
        // Random pause, so that colliding jobs do not meet again.
        await wait(Math.random() * longestPauseMs * tries)
      }
  }
}
