import { eq, sql } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'

/** The id of the ticket with this number. */
export async function findTicketByNumber(reader: Reader, ticketNumber: string): Promise<string | undefined> {
  const [row] = await reader
    .select({ id: tickets.id })
    .from(tickets)
    .where(eq(tickets.ticketNumber, ticketNumber))
  return row?.id
}

/** The last number that a ticket was given here; 0: none. */
export async function findLastNumber(reader: Reader): Promise<number> {
  const { rows } = await reader.execute<{ last: string }>(
    sql`select case when is_called then last_value else 0 end as last from ticket_numbers`,
  )
  return Number(rows[0]?.last)
}

/** A comment as it is stored. */
export async function findComment(reader: Reader, id: string) {
  const [row] = await reader.select().from(comments).where(eq(comments.id, id))
  return row
}
