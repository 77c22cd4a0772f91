import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { ticketKeys } from '#features/tickets/web/api.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

// Every page loads this file, so it does not import the contract.
export const inboundKey = ['/api/inbound'] as const

/** Throttle: mails may come in by the hundred. */
const refreshEveryMs = 300
const refreshSoon = throttled(
  (client: QueryClient) => void refresh(client, { queryKey: inboundKey }),
  refreshEveryMs,
)

export function onInboundMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'inbound:changed') refreshSoon(queryClient)
  // The ticket tells whether there is anything to load.
  if (type === 'supplier:changed')
    void refresh(queryClient, {
      queryKey: ticketKeys.details,
      predicate: ({ queryKey }) => queryKey.length === 3 || queryKey.at(-1) === 'inbound',
    })
}
