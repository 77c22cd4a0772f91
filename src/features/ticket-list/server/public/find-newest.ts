import type { TicketFilter } from '#features/tickets/list/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import { tickets } from '#tables/tickets.ts'
import { newestFirst, orderBy } from '../ticket-order.ts'
import { filterSql } from '../totals/filter.ts'
import type { TotalsParts } from '../totals/parts.ts'
import { resolveSearch } from '../totals/resolve-search.ts'

/** @returns the ids of the newest visible tickets that pass a filter, as in the list */
export async function findNewest(
  { db, clock, timeZone }: Omit<TotalsParts, 'recent'>,
  viewer: Viewer,
  filter: TicketFilter,
  most: number,
): Promise<string[]> {
  const narrowed = filterSql(viewer, filter, clock.now(), timeZone)
  const { where, values } = await resolveSearch(db, narrowed, most)
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(where)
    .orderBy(...orderBy(newestFirst))
    .limit(most)
    .prepare('')
    .execute(values)
  return rows.map(({ id }) => id)
}
