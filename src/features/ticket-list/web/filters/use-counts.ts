import { useQuery } from '@tanstack/react-query'
import { isFacet, type FilterKey } from '#features/tickets/list/contract.ts'
import type { TicketCounts } from '../../contract.ts'
import { ticketCounts } from '../api.ts'
import type { Filtering } from './filter-fields.tsx'

type FilterCounts = Partial<Record<FilterKey, Readonly<Record<string, number>>>>

/** Counts choices while wanted. @param by one filter; absent: all */
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
