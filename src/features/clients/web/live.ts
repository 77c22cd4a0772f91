import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

/** Paths of calls about companies and their people; literals, so that listening loads no screens. */
const paths = [
  '/api/clients',
  '/api/join-requests',
  '/api/products',
  '/api/company-names',
  '/api/users',
  '/api/stats',
  '/api/tickets',
]

export const refreshClients = (client: QueryClient) =>
  Promise.all(paths.map((path) => refresh(client, { queryKey: [path] })))

/** Throttle: each refresh loads much, and a bulk change sends many messages. */
export const refreshEveryMs = 300
const refreshSoon = throttled((client: QueryClient) => void refreshClients(client), refreshEveryMs)

export function onClientMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'clients:changed' || type === 'products:changed') refreshSoon(queryClient)
}
