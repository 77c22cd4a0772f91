import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/server/database.ts'
import { ticketNumbers } from '#tables/tickets.ts'

/** The next number, `TKT-000001`. A number is never given twice, not even after a transaction that came to nothing. */
export async function nextTicketNumber(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ number: string }>(
    sql`select nextval(${ticketNumbers.seqName!}) as number`,
  )
  return `TKT-${String(rows[0]?.number).padStart(6, '0')}`
}
