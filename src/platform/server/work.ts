import type { Clock } from './clock.ts'
import type { Database, Tx } from './database.ts'
import type { Announcement } from './log-entry.ts'

/** One unit of work: everything a service does through it happens together or not at all. */
export interface Work {
  tx: Tx
  /** The moment all of it happens at. */
  now: Date
  /** Notes a fact. It is written to the log in the same transaction, as its last statement. */
  announce(fact: Announcement): void
}

export type DoWork = <T>(job: (unit: Work) => Promise<T>) => Promise<T>

interface Parts {
  /** Where transactions begin. */
  db: Pick<Database, 'transaction'>
  clock: Clock
  /** Writes facts to the log; called at the end of the transaction, because it holds the head of the log until the commit. */
  append(tx: Tx, facts: readonly Announcement[], now: Date): Promise<void>
  /** Called after a commit that wrote to the log. */
  committed(): void
}

/** Makes the function through which services write. The transaction is an argument there, so it cannot be forgotten. */
export const createWork = ({ db, clock, append, committed }: Parts): DoWork =>
  async function work(job) {
    const facts: Announcement[] = []
    const result = await db.transaction(async (tx) => {
      const now = clock.now()
      const done = await job({ tx, now, announce: (fact) => facts.push(fact) })
      if (facts.length > 0) await append(tx, facts, now)
      return done
    })
    if (facts.length > 0) committed()
    return result
  }
