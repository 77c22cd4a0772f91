import { recordOf } from '#platform/contract/records.ts'
import { usualOrder, type Order, type Sort } from '#features/tickets/list/columns/contract.ts'
import {
  filterKeys,
  SearchText,
  TicketFilter,
  TicketSort,
  type FilterKey,
} from '#features/tickets/list/contract.ts'

/** Order in the address, without defaults. */
export interface Sorting {
  sort?: Sort
  order?: Order
}

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

export const otherOrder = (order: Order): Order => (order === 'asc' ? 'desc' : 'asc')

export const wholeSorting = ({ sort = 'created', order = usualOrder(sort) }: Sorting): Required<Sorting> => ({
  sort,
  order,
})

const shortSorting = ({ sort, order }: Required<Sorting>): Sorting => ({
  ...(sort !== 'created' && { sort }),
  ...(order !== usualOrder(sort) && { order }),
})

/** Resets the page. */
export const sortParams = (sorting: Required<Sorting>): Params => ({
  sort: undefined,
  order: undefined,
  ...shortSorting(sorting),
  page: undefined,
})

/** Ignores invalid values, so that old links still open the list; a search stays as typed, and is told its fault. */
export function readListState(params: Params, keys: readonly FilterKey[] = filterKeys): ListState {
  const given = keys.flatMap((key) => {
    const schema = key === 'search' ? SearchText.optional() : TicketFilter.shape[key]
    const parsed = schema.safeParse(params[key])
    return parsed.success && parsed.data ? [[key, parsed.data] as const] : []
  })
  const page = /^[1-9]\d{0,6}$/.test(params['page'] ?? '') ? Number(params['page']) : 1
  return { filter: Object.fromEntries(given) as TicketFilter, sorting: readSorting(params), page }
}

/** Resets the page. */
export function filterParams(change: Partial<Record<FilterKey, string | undefined>>): Params {
  return { ...change, page: undefined }
}

export const noFilterParams = (): Params => filterParams(recordOf(filterKeys, () => undefined))

/** Omits the first page. */
export const pageParams = (page: number): Params => ({ page: page > 1 ? String(page) : undefined })

export const isFiltered = (filter: TicketFilter) => Object.keys(filter).length > 0

/** Excludes the search, which shows itself. */
export const activeKeys = (filter: TicketFilter) =>
  filterKeys.filter((key) => key !== 'search' && filter[key] !== undefined)
