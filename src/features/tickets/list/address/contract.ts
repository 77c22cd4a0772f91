import { offsetOf, pageSize } from '#platform/contract/paging.ts'
import { usualOrder, type Order, type Sort } from '../columns/contract.ts'
import { filterKeys, TicketFilter, TicketSort, type FilterKey, type TicketQuery } from '../contract.ts'

/** An order as the address names it: without what is usual. */
export interface Sorting {
  sort?: Sort
  order?: Order
}

/** Filters, order and page as the address has them. */
export interface ListState {
  filter: TicketFilter
  sorting: Sorting
  /** Counted from 1. */
  page: number
}

type Params = Readonly<Record<string, string | undefined>>

function readSorting(params: Params): Sorting {
  const sort = TicketSort.shape.sort.safeParse(params['sort']).data ?? 'created'
  const order = TicketSort.shape.order.safeParse(params['order']).data
  return shortSorting({ sort, order: order ?? usualOrder(sort) })
}

export const shortSorting = ({ sort, order }: Required<Sorting>): Sorting => ({
  ...(sort !== 'created' && { sort }),
  ...(order !== usualOrder(sort) && { order }),
})

/** What the address says. A value it cannot have is as if it were not there: an old link still opens the list. */
export function readListState(params: Params, keys: readonly FilterKey[] = filterKeys): ListState {
  const given = keys.flatMap((key) => {
    const parsed = TicketFilter.shape[key].safeParse(params[key])
    return parsed.success && parsed.data ? [[key, parsed.data] as const] : []
  })
  const page = /^[1-9]\d{0,6}$/.test(params['page'] ?? '') ? Number(params['page']) : 1
  return { filter: Object.fromEntries(given) as TicketFilter, sorting: readSorting(params), page }
}

/** The query of a list; an empty filter means every ticket the viewer may see. */
export type ListQuery = Partial<Omit<TicketQuery, 'limit' | 'offset'>> & { limit: number; offset: number }

/** What a list in this state asks for. */
export const questionOf = ({ filter, sorting, page }: ListState): ListQuery => ({
  ...filter,
  ...sorting,
  limit: pageSize,
  offset: offsetOf(page),
})

/** The same as the call sends it. */
export const asText = ({ limit, offset, ...filter }: ListQuery) => ({
  ...filter,
  limit: String(limit),
  offset: String(offset),
})
