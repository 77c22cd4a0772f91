import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { limits } from '#platform/contract/limits.ts'
import { call } from '#platform/web/call.ts'
import { searchApi, type MeantQuery } from '../contract.ts'

const freshForMs = 10_000

/** Keeps former hits while new ones load. */
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

/** Keeps former ones while new ones load. Optional, so failures are silent. */
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

export const meantBy = (filter: MeantQuery) =>
  queryOptions({
    queryKey: [searchApi.meant.path, filter],
    queryFn: ({ signal }) => call(searchApi.meant, { query: filter }, { signal }),
    staleTime: freshForMs,
    retry: false,
  })
