import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ListQuery, asText, ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { type CountsQuery, ticketListApi } from '../contract.ts'

/** Keeps the last page while the next loads. */
export const ticketList = (query: ListQuery) =>
  queryOptions({
    queryKey: ticketKeys.list(query),
    queryFn: ({ signal }) => call(ticketListApi.list, { query: asText(query) }, { signal }),
    placeholderData: keepPreviousData,
  })

/** @param filter `by` limits it to one filter */
export const ticketCounts = (filter: CountsQuery) =>
  queryOptions({
    queryKey: [...ticketKeys.allCounts, filter],
    queryFn: ({ signal }) => call(ticketListApi.counts, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })
