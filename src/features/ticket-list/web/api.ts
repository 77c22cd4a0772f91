import { CountsQuery, ticketListApi } from '../contract.ts'
import { type ListQuery, asText, ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** One page of a list; while the next is fetched the last one stays. */
export const ticketList = (query: ListQuery) =>
  queryOptions({
    queryKey: ticketKeys.list(query),
    queryFn: ({ signal }) => call(ticketListApi.list, { query: asText(query) }, { signal }),
    placeholderData: keepPreviousData,
  })

/** How many tickets each choice of the filters would show; `by` for one filter alone. */
export const ticketCounts = (filter: CountsQuery) =>
  queryOptions({
    queryKey: [...ticketKeys.allCounts, filter],
    queryFn: ({ signal }) => call(ticketListApi.counts, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })
