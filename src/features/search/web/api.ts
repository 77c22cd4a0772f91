import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { limits } from '#platform/contract/limits.ts'
import { call } from '#platform/web/call.ts'
import { searchApi, type MeantQuery } from '../contract.ts'

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

/** Shorter subjects say too little. */
export const shortestSubject = 4

/** Open tickets with a similar subject; the former ones stay while new ones are loaded. Nobody waits for them, so a failure is not told. */
export const similarTickets = (subject: string) =>
  queryOptions({
    queryKey: [searchApi.similar.path, subject],
    queryFn: ({ signal }) =>
      call(searchApi.similar, { query: { q: subject.slice(0, limits.search) } }, { signal }),
    enabled: subject.length >= shortestSubject,
    placeholderData: keepPreviousData,
    staleTime: freshForMs,
    retry: false,
  })

/** Suggests other words for a search of the list that finds nothing. */
export const meantBy = (filter: MeantQuery) =>
  queryOptions({
    queryKey: [searchApi.meant.path, filter],
    queryFn: ({ signal }) => call(searchApi.meant, { query: filter }, { signal }),
    staleTime: freshForMs,
    retry: false,
  })
