import type { CurrentUser } from '#features/users/contract.ts'
import type { FilterKey, TicketFilter } from '#features/tickets/list/contract.ts'
import { useFilterChoices } from './filter-choices.ts'
import type { Filtering } from './filter-fields.tsx'
import {
  filterParams,
  noFilterParams,
  pageParams,
  readListState,
  sortParams,
  type Sorting,
} from './filter-state.ts'

type Params = Readonly<Record<string, string | undefined>>

export type Address = readonly [Params, (change: Params, options?: { replace?: boolean }) => void]

/** Keeps filters, order and page in the address. @param within fixed filter of the screen */
export function useFiltering(
  viewer: CurrentUser,
  [params, change]: Address,
  keys: readonly FilterKey[],
  within?: TicketFilter,
) {
  const { filter, sorting, page } = readListState(params, keys)
  const filtering: Filtering = {
    filter,
    within,
    sorting,
    choices: useFilterChoices(viewer, keys, filter),
    onChange(key, value, isTyping = false) {
      // Only the first letter of a search adds a history entry.
      change(filterParams({ [key]: value }), { replace: isTyping && filter[key] !== undefined })
    },
    onClear: () => change(noFilterParams()),
    onSort: (next: Required<Sorting>) => change(sortParams(next)),
  }
  const toPage = (next: number, options?: { replace?: boolean }) => change(pageParams(next), options)
  return { filtering, page, toPage }
}
