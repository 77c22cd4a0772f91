import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

// Every page loads this file, so it must not import the contract.
export const viewsKey = ['/api/views'] as const
export const viewCountsKey = [...viewsKey, 'counts'] as const

/** Throttles recounts: the server limits how many views that search a person has counted in a minute. */
const recountEveryMs = 3000
const recountSoon = throttled(
  (client: QueryClient) => void refresh(client, { queryKey: viewCountsKey }),
  recountEveryMs,
)

const recounting = ['ticket:update', 'ticket:deleted', 'inbound:changed']

/** Reloads changed views, and recounts them after changes of tickets and of the tray; hidden counts wait until shown. */
export function onViewMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'views:changed') void refresh(queryClient, { queryKey: viewsKey })
  if (recounting.includes(type)) recountSoon(queryClient)
}
