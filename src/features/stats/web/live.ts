import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

export const statsKey = ['/api/stats'] as const

/** Throttled, as a bulk change is many messages. */
const refreshEveryMs = 1000

const refreshSoon = throttled(
  (client: QueryClient) => void refresh(client, { queryKey: statsKey }),
  refreshEveryMs,
)

export function onStatsMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type.startsWith('ticket:') || type === 'stats:changed') refreshSoon(queryClient)
}
