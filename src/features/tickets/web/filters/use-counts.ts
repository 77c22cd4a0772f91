import { useQuery } from '@tanstack/react-query'
import { facets, type Facet, type TicketCounts } from '../../list/contract.ts'
import { ticketCounts } from '../api.ts'
import type { Filtering } from './filter-fields.tsx'
import type { FilterKey } from './filter-state.ts'

const isFacet = (name: FilterKey): name is Facet => (facets as readonly FilterKey[]).includes(name)

type FilterCounts = Partial<Record<FilterKey, Readonly<Record<string, number>>>>

/**
 * How many tickets each choice would show, kept current while wanted.
 * @param by of one filter; absent: of all
 */
export function useCounts(
  { filter, within }: Pick<Filtering, 'filter' | 'within'>,
  isWanted: boolean,
  by?: FilterKey,
): FilterCounts | undefined {
  const isCounted = by === undefined || isFacet(by)
  const query = useQuery({
    ...ticketCounts({ ...filter, ...within, ...(isCounted && by && { by }) }),
    enabled: isWanted && isCounted,
  })
  const counts: TicketCounts | undefined = isWanted ? query.data : undefined
  return counts
}
