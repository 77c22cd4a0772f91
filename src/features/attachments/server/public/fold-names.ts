import { inArray } from 'drizzle-orm'
import { searchable } from '#platform/contract/searchable.ts'
import { preparedSql, type Tx } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'

const storeFolded = preparedSql(
  'fold_file_names',
  `update attachments set name_search = given.text from unnest($1::uuid[], $2::text[]) as given (id, text)
  where attachments.id = given.id`,
)

/** Folds names of files of an earlier version anew. @param ids may contain ids of other things */
export async function foldFileNames(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ id: attachments.id, fileName: attachments.fileName, nameSearch: attachments.nameSearch })
    .from(attachments)
    .where(inArray(attachments.id, [...ids]))
  const changed = rows
    .map(({ id, fileName, nameSearch }) => ({ id, stored: nameSearch, text: searchable(fileName) }))
    .filter(({ text, stored }) => text !== stored)
  if (changed.length > 0)
    await storeFolded(tx, [changed.map(({ id }) => id), changed.map(({ text }) => text)])
}
