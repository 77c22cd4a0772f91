import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

// Every page loads this file, so it knows nothing of the contract.
export const viewsKey = ['/api/views'] as const
export const viewCountsKey = [...viewsKey, 'counts'] as const

/** However much happens, the views are counted again no more often than this. */
const recountEveryMs = 3000
const recountSoon = throttled(
  (client: QueryClient) => void refresh(client, { queryKey: viewCountsKey }),
  recountEveryMs,
)

/**
 * Loads the views anew when somebody, or the same person in another window, has changed one, and counts them again when a ticket has changed:
 * those that nobody sees at the moment once they are shown again.
 */
export function onViewMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'views:changed') void refresh(queryClient, { queryKey: viewsKey })
  if (type === 'ticket:update' || type === 'ticket:deleted') recountSoon(queryClient)
}
