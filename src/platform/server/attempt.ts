import { sql } from 'drizzle-orm'
import { collectWrites } from './collected-writes.ts'
import { isCollision } from './database/database-errors.ts'
import { pipelined } from './database/query-builder.ts'
import type { Work } from './work.ts'

/** Runs a job in a savepoint of a unit of work: its failure is rolled back, and the unit goes on. @throws the error of the job */
export async function attempt<T>(unit: Work, job: (unit: Work) => Promise<T>): Promise<T> {
  const { facts, sent, send, announce } = collectWrites()
  // Awaited, so that no statement of the job can be sent before it.
  await unit.tx.execute(sql`savepoint attempt`)
  try {
    const result = await job({ ...unit, send, announce })
    await pipelined([...sent, unit.tx.execute(sql`release savepoint attempt`)])
    facts.forEach((fact) => unit.announce(fact))
    return result
  } catch (error) {
    await Promise.allSettled(sent)
    // A collision has ended the whole transaction.
    if (!isCollision(error)) await unit.tx.execute(sql`rollback to savepoint attempt`)
    throw error
  }
}
