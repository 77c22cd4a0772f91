import { inArray } from 'drizzle-orm'
import { searchable } from '#platform/contract/searchable.ts'
import { preparedSql, type Tx } from '#platform/server/database/query-builder.ts'
import { comments } from '#tables/comments.ts'

const storeFolded = preparedSql(
  'fold_comments',
  `update comments set search_text = given.text from unnest($1::uuid[], $2::text[]) as given (id, text)
  where comments.id = given.id`,
)

/** Folds comments of an earlier version anew. @param ids may contain ids of other things */
export async function foldComments(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ id: comments.id, content: comments.content, searchText: comments.searchText })
    .from(comments)
    .where(inArray(comments.id, [...ids]))
  const changed = rows
    .map(({ id, content, searchText }) => ({ id, stored: searchText, text: searchable(content) }))
    .filter(({ text, stored }) => text !== stored)
  if (changed.length > 0)
    await storeFolded(tx, [changed.map(({ id }) => id), changed.map(({ text }) => text)])
}
