import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Sent } from '#platform/contract/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { trayView, viewApi } from '../contract.ts'
import { viewCountsKey, viewsKey } from './live.ts'

export const viewList = () =>
  queryOptions({
    queryKey: viewsKey,
    queryFn: ({ signal }) => call(viewApi.list, {}, { signal }),
  })

/** Ticket counts of views, with the time of the request by `performance.now()`. */
export const viewCounts = () =>
  queryOptions({
    queryKey: viewCountsKey,
    queryFn: async ({ signal }) => ({
      askedAt: performance.now(),
      counts: await call(viewApi.counts, {}, { signal }),
    }),
  })

/** Number of mails in the tray, for the desk. */
export const waitingMails = () => ({
  ...viewCounts(),
  select: ({ counts }: { counts: Record<string, number> }) => counts[trayView] ?? 0,
})

const refreshViews = (client: QueryClient) => refresh(client, { queryKey: viewsKey })

export const createView = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: Sent<typeof viewApi.create>['body']) => call(viewApi.create, { body: input }),
    onSuccess: () => refreshViews(client),
  })

export const changeView = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: Sent<typeof viewApi.change>['body'] }) =>
      call(viewApi.change, { params: { id }, body: change }),
    onSuccess: () => refreshViews(client),
  })

export const deleteView = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(viewApi.remove, { params: { id } }),
    onSuccess: () => refreshViews(client),
  })
