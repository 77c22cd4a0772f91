import { and, eq, ne, sql } from 'drizzle-orm'
import { rewriteDeleted } from '#features/trash/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { deletedThings } from '#tables/deleted-things.ts'

/** Replaces a person's messages by a word, also in deleted tickets. @returns their number without those */
export async function replaceTexts(unit: Work, userId: string, word: string): Promise<number> {
  const { senderId, message } = chatMessages
  const { rowCount } = await unit.tx
    .update(chatMessages)
    .set({ message: word })
    .where(and(eq(senderId, userId), ne(message, word), ne(message, '')))
  const { kind, rows } = deletedThings
  await rewriteDeleted(unit, sql`${kind} = 'ticket' and ${rows}::text like ${`%${userId}%`}`, {
    row: sql`case when part ->> 'table' = 'chat_messages' and r ->> 'sender_id' = ${userId} and r ->> 'message' <> ''
      then r || ${JSON.stringify({ message: word })}::jsonb else r end`,
  })
  return rowCount ?? 0
}
