import { ticketKeys } from '#features/tickets/web/api.ts'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

/** Requesters show whether their address refuses mail; tickets, which of their mails came back. */
export function onBounceMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type !== 'mail-bounces:changed') return
  void refresh(queryClient, { queryKey: ticketKeys.requesters })
  void refresh(queryClient, {
    queryKey: ticketKeys.details,
    predicate: ({ queryKey }) => queryKey.at(-1) === 'mails',
  })
}
