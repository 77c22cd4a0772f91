import { and, count, desc, eq, gte, inArray, like, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { restorableDays } from '#features/trash/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import { personColumns } from '#features/users/server/queries.ts'
import { containing } from '#platform/contract/searchable.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Reader } from '#platform/server/database/query-builder.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { users } from '#tables/users.ts'
import type { DeletedQuery, DeletedThing } from '../contract.ts'
import { canRestore, restorableKinds } from '../policy.ts'

const dayMs = 24 * 60 * 60 * 1000
const parents = alias(deletedThings, 'parents')
const hanging = alias(deletedThings, 'hanging')

export async function listDeleted(
  reader: Reader,
  viewer: Viewer,
  { kind, search, deletedBy, from, to, limit, offset }: DeletedQuery,
): Promise<{ things: DeletedThing[]; total: number }> {
  const where = and(
    inArray(deletedThings.kind, restorableKinds(viewer)),
    kind && eq(deletedThings.kind, kind),
    search ? like(deletedThings.searchText, containing(search)) : undefined,
    deletedBy === undefined ? undefined : eq(deletedThings.deletedBy, deletedBy),
    from === undefined ? undefined : gte(deletedThings.deletedAt, new Date(from)),
    to === undefined ? undefined : lt(deletedThings.deletedAt, new Date(to)),
  )
  const counted = await reader.select({ total: count() }).from(deletedThings).where(where)
  const rows = await reader
    .select({
      id: deletedThings.id,
      kind: deletedThings.kind,
      name: deletedThings.name,
      deletedAt: deletedThings.deletedAt,
      deletedBy: personColumns,
      parent: { id: parents.id, kind: parents.kind, name: parents.name },
      hanging:
        sql<number>`(select count(*) from ${deletedThings} as hanging where ${hanging.parentId} = ${deletedThings.id})`.mapWith(
          Number,
        ),
      files: sql<number>`cardinality(${deletedThings.objectPaths})`,
    })
    .from(deletedThings)
    .leftJoin(users, eq(users.id, deletedThings.deletedBy))
    .leftJoin(parents, eq(parents.id, deletedThings.parentId))
    .where(where)
    .orderBy(desc(deletedThings.deletedAt), desc(deletedThings.id))
    .limit(limit)
    .offset(offset)
  return {
    total: onlyRow(counted).total,
    things: rows.map(({ deletedAt, parent, ...row }) => ({
      ...row,
      deletedAt: deletedAt.toISOString(),
      goneAt: new Date(deletedAt.getTime() + restorableDays * dayMs).toISOString(),
      parent: parent && { ...parent, isRestorable: canRestore(viewer, parent.kind) },
    })),
  }
}
