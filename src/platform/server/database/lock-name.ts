import { sql } from 'drizzle-orm'
import type { Work } from '../work.ts'

/** Locks a name until the end of the transaction, also before any row exists. @param kind namespace of the name */
export async function lockName(unit: Work, kind: string, name = ''): Promise<void> {
  await unit.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${name}`}, 0))`)
}
