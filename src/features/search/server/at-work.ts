import { and, desc, inArray, or, sql } from 'drizzle-orm'
import { unresolvedStatuses } from '#features/tickets/contract.ts'
import { selectNamedTickets, type NamedRow } from '#features/tickets/server/public/ticket-rows.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { containing } from '#platform/contract/searchable.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'

/** Number of newest tickets that are scanned: enough for frequent words. */
const window = 1000
/** Larger for clients: their own tickets are few, and no index selects them. */
const windowOfClient = 5000
const mostCompared = 200

/** Finds the newest visible unfinished tickets with any of the words, newest first. */
export async function findAtWorkWithAny(
  db: Database,
  viewer: Viewer,
  words: readonly string[],
): Promise<NamedRow[]> {
  const scope = visibleTo(viewer)
  const newest = sql`select ${tickets.id} from ${tickets} where ${scope.conditions ?? sql`true`}
    order by ${tickets.createdAt} desc, ${tickets.id} desc
    limit ${sql.raw(String(isClient(viewer) ? windowOfClient : window))}`
  const any = or(...words.map((word) => sql`${tickets.searchText} like ${containing(word)}`))
  return selectNamedTickets(db)
    .where(and(sql`${tickets.id} in (${newest})`, inArray(tickets.status, unresolvedStatuses), any))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(mostCompared)
    .prepare('')
    .execute(scope.values)
}
