import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { searchApi } from '../contract.ts'

const freshForMs = 10_000

/** The hits for the words; the former hits stay while new ones are loaded. */
export const everything = (q: string) =>
  queryOptions({
    queryKey: [searchApi.search.path, q],
    queryFn: ({ signal }) => call(searchApi.search, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: freshForMs,
    retry: false,
  })
