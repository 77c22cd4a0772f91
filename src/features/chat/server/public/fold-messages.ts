import { inArray } from 'drizzle-orm'
import { searchable } from '#platform/contract/searchable.ts'
import { preparedSql, type Tx } from '#platform/server/database/query-builder.ts'
import { chatMessages } from '#tables/chat-messages.ts'

const storeFolded = preparedSql(
  'fold_messages',
  `update chat_messages set search_text = given.text from unnest($1::uuid[], $2::text[]) as given (id, text)
  where chat_messages.id = given.id`,
)

/** Folds chat messages of an earlier version anew. @param ids may contain ids of other things */
export async function foldMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ id: chatMessages.id, message: chatMessages.message, searchText: chatMessages.searchText })
    .from(chatMessages)
    .where(inArray(chatMessages.id, [...ids]))
  const changed = rows
    .map(({ id, message, searchText }) => ({ id, stored: searchText, text: searchable(message) }))
    .filter(({ text, stored }) => text !== stored)
  if (changed.length > 0)
    await storeFolded(tx, [changed.map(({ id }) => id), changed.map(({ text }) => text)])
}
