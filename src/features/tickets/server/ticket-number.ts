import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/server/database/database.ts'

/** The next number, `TKT-000001`. A number is never given twice, not even after a transaction that came to nothing. */
export async function nextTicketNumber(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ number: string }>(sql`select nextval('ticket_numbers') as number`)
  return `TKT-${String(rows[0]?.number).padStart(6, '0')}`
}
