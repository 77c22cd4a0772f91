import type { CurrentUser } from '#features/users/contract.ts'
import { useFilterChoices } from './filter-choices.ts'
import type { Filtering } from './filter-fields.tsx'
import { filterParams, noFilterParams, pageParams, readListState, type FilterKey } from './filter-state.ts'

type Params = Readonly<Record<string, string | undefined>>

/** The query of the address, and how to change parts of it. */
export type Address = readonly [Params, (change: Params, options?: { replace?: boolean }) => void]

/** The filters and the page of a list, kept in the address. */
export function useFiltering(viewer: CurrentUser, [params, change]: Address, keys: readonly FilterKey[]) {
  const { filter, page } = readListState(params, keys)
  const filtering: Filtering = {
    filter,
    choices: useFilterChoices(viewer, keys),
    onChange(key, value, isTyping = false) {
      // The first letter of a search is a step one can go back from; the others only make it longer.
      change(filterParams({ [key]: value }), { replace: isTyping && filter[key] !== undefined })
    },
    onClear: () => change(noFilterParams()),
  }
  const toPage = (next: number, options?: { replace?: boolean }) => change(pageParams(next), options)
  return { filtering, page, toPage }
}
