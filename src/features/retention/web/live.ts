import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

/** Plain text, so that listening loads nothing of the screen. */
export const retentionKey = ['/api/retention'] as const

export function onRetentionMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'retention:changed') void refresh(queryClient, { queryKey: retentionKey })
}
