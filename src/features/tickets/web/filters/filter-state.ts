import { recordOf } from '#platform/contract/records.ts'
import { shortSorting, type Sorting } from '../../list/address/contract.ts'
import { usualOrder, type Order } from '../../list/columns/contract.ts'
import { filterKeys, type FilterKey, type TicketFilter } from '../../list/contract.ts'

type Params = Readonly<Record<string, string | undefined>>

export const otherOrder = (order: Order): Order => (order === 'asc' ? 'desc' : 'asc')

export const wholeSorting = ({ sort = 'created', order = usualOrder(sort) }: Sorting): Required<Sorting> => ({
  sort,
  order,
})

/** What to change in the address for another order; it begins at the first page. */
export const sortParams = (sorting: Required<Sorting>): Params => ({
  sort: undefined,
  order: undefined,
  ...shortSorting(sorting),
  page: undefined,
})

/** What to change in the address for these filters; every change of a filter leads back to the first page. */
export function filterParams(change: Partial<Record<FilterKey, string | undefined>>): Params {
  return { ...change, page: undefined }
}

/** What to change in the address to have no filter at all. */
export const noFilterParams = (): Params => filterParams(recordOf(filterKeys, () => undefined))

/** What to change in the address for another page; the first one is not named in it. */
export const pageParams = (page: number): Params => ({ page: page > 1 ? String(page) : undefined })

export const isFiltered = (filter: TicketFilter) => Object.keys(filter).length > 0

/** The filters that are set, without the search, which shows itself. */
export const activeKeys = (filter: TicketFilter) =>
  filterKeys.filter((key) => key !== 'search' && filter[key] !== undefined)
