import { asc, eq, sql } from 'drizzle-orm'
import { isWrittenBy, ticketsBy } from '#features/tickets/server/public/written-descriptions.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'

export const countWrittenBy = async (reader: Reader, userId: string) => ({
  descriptions: await reader.$count(tickets, isWrittenBy(userId)),
  comments: await reader.$count(comments, eq(comments.userId, userId)),
})

export async function lockTicketsWrittenIn({ tx }: Work, userId: string): Promise<void> {
  await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      sql`${tickets.id} in (${ticketsBy(userId)}
        union all select ${comments.ticketId} from ${comments} where ${comments.userId} = ${userId}
        union all select ${chatMessages.ticketId} from ${chatMessages} where ${chatMessages.senderId} = ${userId})`,
    )
    .orderBy(asc(tickets.id))
    .for('no key update')
}
