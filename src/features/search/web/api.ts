import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { searchApi } from '../contract.ts'

const freshForMs = 10_000

/** What fits the words; while the next is looked for, the last stays. */
export const everything = (q: string) =>
  queryOptions({
    queryKey: [searchApi.search.path, q],
    queryFn: ({ signal }) => call(searchApi.search, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: freshForMs,
    retry: false,
  })
