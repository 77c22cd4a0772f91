import { eq } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/database.ts'
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

/** A comment as it is stored. */
export async function findComment(reader: Reader, id: string) {
  const [row] = await reader.select().from(comments).where(eq(comments.id, id))
  return row
}
