import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { indexChangedTexts, markWordsForCheck } from '#features/ticket-search/server/public/text-index.ts'
import { rewriteDeleted } from '#features/trash/server/service.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { inBatches } from '#platform/server/database/in-batches.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { tickets } from '#tables/tickets.ts'

async function replaceSome(unit: Work, userId: string, word: string, limit: number): Promise<number> {
  const { id, ticketId, senderId, message, searchText } = chatMessages
  const rows = await unit.tx
    .select({ textId: id, ticketId, searchText, createdAt: tickets.createdAt })
    .from(chatMessages)
    .innerJoin(tickets, eq(tickets.id, ticketId))
    .where(and(eq(senderId, userId), ne(message, word), ne(message, '')))
    .orderBy(asc(ticketId), asc(id))
    .limit(limit)
    .for('no key update')
  const text = searchable(word)
  await unit.tx
    .update(chatMessages)
    .set({ message: word, searchText: text })
    .where(
      inArray(
        id,
        rows.map(({ textId }) => textId),
      ),
    )
  await markWordsForCheck(
    unit,
    rows.map((row) => row.searchText),
  )
  await indexChangedTexts(
    unit,
    rows.map((row) => ({ ...row, text })),
  )
  return rows.length
}

/** Replaces a person's messages by a word, also in deleted tickets. @returns their number without those */
export async function replaceTexts(unit: Work, userId: string, word: string): Promise<number> {
  const replaced = await inBatches((limit) => replaceSome(unit, userId, word, limit))
  const becomes = { message: word, search_text: searchable(word) }
  const { kind, rows } = deletedThings
  await rewriteDeleted(unit, sql`${kind} = 'ticket' and ${rows}::text like ${`%${userId}%`}`, {
    row: sql`case when part ->> 'table' = 'chat_messages' and r ->> 'sender_id' = ${userId} and r ->> 'message' <> ''
      then r || ${JSON.stringify(becomes)}::jsonb else r end`,
  })
  return replaced
}
