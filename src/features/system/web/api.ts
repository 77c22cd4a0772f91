import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { systemApi } from '../contract.ts'

const lookEveryMs = 10_000

/** How the installation is: asked again and again while the page can be seen. */
export const systemState = () =>
  queryOptions({
    queryKey: [systemApi.look.path],
    queryFn: ({ signal }) => call(systemApi.look, {}, { signal }),
    refetchInterval: lookEveryMs,
    // When the page is seen again, at once.
    refetchOnWindowFocus: true,
    staleTime: 0,
  })
