import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { downloadFile } from '#platform/web/files/download-file.ts'
import { auditApi, type AuditFilter } from '../contract.ts'
import { newestKey } from './live.ts'

const startOf = (day: string) => new Date(`${day}T00:00`)
function endOf(day: string): Date {
  const end = startOf(day)
  end.setDate(end.getDate() + 1)
  return end
}
const isDay = (day: string | undefined): day is string => !Number.isNaN(startOf(day ?? '').getTime())

/** Reads days by the clock of the browser, not of the server. */
const asInstants = ({ from, to, ...filter }: AuditFilter): AuditFilter => ({
  ...filter,
  ...(isDay(from) && { from: startOf(from).toISOString() }),
  ...(isDay(to) && { to: endOf(to).toISOString() }),
})

export const auditPages = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [auditApi.list.path, 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(auditApi.list, { query: { ...asInstants(filter), before: pageParam?.toString() } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Later events are counted from the moment when this is shown; earlier ones must be in the list.
    staleTime: 0,
  })

export const eventTypes = () =>
  queryOptions({
    queryKey: [auditApi.types.path],
    queryFn: ({ signal }) => call(auditApi.types, {}, { signal }),
    staleTime: Infinity,
  })

/** Newest position heard of; undefined before anything was. */
export const newestHeard = () => queryOptions<number>({ queryKey: newestKey, queryFn: skipToken })

/** @returns the name of the file @throws {CallError} */
export const exportAudit = (filter: AuditFilter): Promise<string> => {
  const given = Object.entries(asInstants(filter)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return downloadFile(`${auditApi.export.path}?${new URLSearchParams(given).toString()}`, 'audit.csv')
}
