import { asc, desc, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { subjectOrder, tickets } from '#tables/tickets.ts'
import { usualOrder, type TicketQuery } from '../list/contract.ts'

/** An order that an index can give, so that a page costs no more than its place. */
export interface Ordering {
  name: string
  by: readonly SQLWrapper[]
  isDescending: boolean
}

export const newestFirst: Ordering = {
  name: 'created',
  by: [tickets.createdAt, tickets.id],
  isDescending: true,
}

/** What tickets are grouped by, for an order that no index of their own gives: one group after the other, each with the newest first. */
export type GroupKey = 'clientId' | 'status' | 'priority' | 'category' | 'assignedToId'
const groupKeys: Partial<Record<TicketQuery['sort'], GroupKey>> = {
  client: 'clientId',
  status: 'status',
  priority: 'priority',
  category: 'category',
  assignee: 'assignedToId',
}

interface Arrangement {
  /** The order inside a group, and of everything where there are no groups. */
  ordering: Ordering
  group?: { key: GroupKey; isDescending: boolean }
}

/** What the list is ordered by. `updated` is another moment to clients than to staff. */
export function arrangementOf(
  viewer: Viewer,
  { sort, order = usualOrder(sort) }: Pick<TicketQuery, 'sort' | 'order'>,
): Arrangement {
  const isDescending = order === 'desc'
  const key = groupKeys[sort]
  if (key) return { ordering: newestFirst, group: { key, isDescending } }
  const { id, updatedAt, publicUpdatedAt, ticketNumber, searchText } = tickets
  if (sort === 'number')
    return {
      ordering: { name: 'number', by: [sql`length(${ticketNumber})`, ticketNumber], isDescending },
    }
  if (sort === 'subject')
    return { ordering: { name: 'subject', by: [subjectOrder(searchText), id], isDescending } }
  if (sort === 'created') return { ordering: { ...newestFirst, isDescending } }
  const moment = isClient(viewer) ? publicUpdatedAt : updatedAt
  return { ordering: { name: moment.name, by: [moment, id], isDescending } }
}

/** @param isReversed from the far end */
export const orderBy = ({ by, isDescending }: Ordering, isReversed = false): SQL[] =>
  by.map((key) => (isDescending === isReversed ? asc(key) : desc(key)))
