import { sql } from 'drizzle-orm'
import type { Work } from '../work.ts'

/**
 * Of two who hold the same name one waits until the other's transaction is done, also while there is no row yet that could be held.
 * @param kind what the name is a name of: what people type must not hold up something else
 */
export async function lockName({ tx }: Work, kind: string, name = ''): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${name}`}, 0))`)
}
