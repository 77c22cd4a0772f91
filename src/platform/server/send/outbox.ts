import { sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from '../database/database.ts'
import type { Work } from '../work.ts'

/** A table in which things wait until they are sent; see `createDispatcher`. */
export type Outbox = PgTable & Record<'id' | 'attempts' | 'dueAt' | 'failure', AnyPgColumn>

/** Takes what is due for sending: until `until` no other node tries it. @returns false when another has it */
export async function claimDue(
  unit: Work,
  outbox: Outbox,
  { id, attempts }: { id: string; attempts: number },
  until: Date,
): Promise<boolean> {
  const { rowCount } = await unit.tx.execute(sql`
    update ${outbox} set due_at = ${sql.param(until, outbox.dueAt)}, attempts = ${outbox.attempts} + 1
    where ${outbox.id} = ${id} and ${outbox.attempts} = ${attempts} and ${outbox.dueAt} is not null`)
  return rowCount === 1
}

/** Notes that something was not taken. @param dueAt when it is tried again; null: it is given up */
export async function noteFailed(
  unit: Work,
  outbox: Outbox,
  id: string,
  failure: string,
  dueAt: Date | null,
): Promise<void> {
  await unit.tx.execute(sql`
    update ${outbox} set failure = ${failure}, due_at = ${sql.param(dueAt, outbox.dueAt)}
    where ${outbox.id} = ${id}`)
}

/** After so many tries, twenty minutes have passed since the first. */
const manyTries = 4

/** Whether something should have been tried before `before`, or is tried again and again and not taken. */
export async function isOutboxBehind(reader: Reader, outbox: Outbox, before: Date): Promise<boolean> {
  const { rowCount } = await reader.execute(sql`
    select from ${outbox}
    where ${outbox.dueAt} <= ${sql.param(before, outbox.dueAt)}
      or (${outbox.dueAt} is not null and ${outbox.failure} is not null and ${outbox.attempts} >= ${manyTries})
    limit 1`)
  return (rowCount ?? 0) > 0
}
