import { asc, eq, inArray, lt } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { deletedThings } from '#tables/deleted-things.ts'

export async function findDeleted(reader: Reader, id: string) {
  const [row] = await reader
    .select({
      id: deletedThings.id,
      kind: deletedThings.kind,
      name: deletedThings.name,
      parentId: deletedThings.parentId,
    })
    .from(deletedThings)
    .where(eq(deletedThings.id, id))
  return row
}

/** Lists deleted children of these, oldest deletion first. */
export const listHangingOn = (reader: Reader, parentIds: readonly string[]) =>
  reader
    .select({ id: deletedThings.id, kind: deletedThings.kind })
    .from(deletedThings)
    .where(inArray(deletedThings.parentId, [...parentIds]))
    .orderBy(asc(deletedThings.deletedAt), asc(deletedThings.id))

/** Oldest first. */
export async function listDeletedBefore(reader: Reader, before: Date, most: number): Promise<string[]> {
  const rows = await reader
    .select({ id: deletedThings.id })
    .from(deletedThings)
    .where(lt(deletedThings.deletedAt, before))
    .orderBy(asc(deletedThings.deletedAt), asc(deletedThings.id))
    .limit(most)
  return rows.map(({ id }) => id)
}
