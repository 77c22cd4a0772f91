import { asc, desc, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { columnOf, usualOrder } from '#features/tickets/list/columns/contract.ts'
import type { TicketQuery } from '#features/tickets/list/contract.ts'
import { byCreation, byUrgency, columnsOnServer, type Grouping, type IndexKeys } from './ticket-columns.ts'

export interface Ordering extends IndexKeys {
  isDescending: boolean
}

export const newestFirst: Ordering = { ...byCreation, isDescending: true }

export interface GroupOrder extends Grouping {
  isDescending: boolean
}

interface Arrangement {
  /** Order inside a group, or of everything without groups. */
  ordering: Ordering
  group?: GroupOrder
}

export function arrangementOf(
  viewer: Viewer,
  { sort, order = usualOrder(sort) }: Pick<TicketQuery, 'sort' | 'order'>,
): Arrangement {
  const isDescending = order === 'desc'
  const ordered = sort === 'urgency' ? byUrgency : columnsOnServer[columnOf(sort)].order(viewer)
  if ('key' in ordered) return { ordering: newestFirst, group: { ...ordered, isDescending } }
  return { ordering: { ...ordered, isDescending } }
}

export const orderBy = ({ by, isDescending }: Ordering): SQL[] =>
  by.map((key) => (isDescending ? desc(key) : asc(key)))
