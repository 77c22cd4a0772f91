import { sql } from 'drizzle-orm'
import type { Work } from '../work.ts'

/**
 * Locks a name until the end of the transaction, also while there is no row yet that could be locked.
 * @param kind the kind of name, so that one kind does not block another
 */
export async function lockName(unit: Work, kind: string, name = ''): Promise<void> {
  await unit.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${name}`}, 0))`)
}
