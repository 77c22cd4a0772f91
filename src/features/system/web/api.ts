import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { systemApi } from '../contract.ts'

const lookEveryMs = 10_000

export const systemState = () =>
  queryOptions({
    queryKey: [systemApi.look.path],
    queryFn: ({ signal }) => call(systemApi.look, {}, { signal }),
    refetchInterval: lookEveryMs,
    // Refetches when the page becomes visible.
    refetchOnWindowFocus: true,
    staleTime: 0,
  })
