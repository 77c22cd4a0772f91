import { desc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { ticketMails } from '#tables/ticket-mails.ts'

/** Finds the tickets that these Message-IDs (without angle brackets) belong to. */
export async function findTicketsOfMessages(
  reader: Reader,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map()
  const rows = await reader
    .select({ messageId: ticketMails.messageId, ticketId: ticketMails.ticketId })
    .from(ticketMails)
    .where(inArray(ticketMails.messageId, [...messageIds]))
  return new Map(rows.map(({ messageId, ticketId }) => [messageId, ticketId]))
}

/** Lists the latest Message-IDs of a ticket's mails, the oldest of them first: the References of the next one. */
export async function listThread(reader: Reader, ticketId: string, most = 20): Promise<string[]> {
  const rows = await reader
    .select({ messageId: ticketMails.messageId })
    .from(ticketMails)
    .where(eq(ticketMails.ticketId, ticketId))
    .orderBy(desc(ticketMails.createdAt), desc(ticketMails.messageId))
    .limit(most)
  return rows.map(({ messageId }) => messageId).toReversed()
}
