import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

/** The addresses of the calls that tell of client companies and their people; as text, so that listening loads nothing of the screens. */
const paths = [
  '/api/clients',
  '/api/products',
  '/api/company-names',
  '/api/users',
  '/api/stats',
  '/api/tickets',
]

/** Everything that tells of client companies is fetched again. */
export const refreshClients = (client: QueryClient) =>
  Promise.all(paths.map((path) => refresh(client, { queryKey: [path] })))

/** Much is loaded again, and what is done to many at once is many messages. */
export const refreshEveryMs = 300
const refreshSoon = throttled((client: QueryClient) => void refreshClients(client), refreshEveryMs)

/** Brings what is shown of companies and products up to date. */
export function onClientMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'clients:changed' || type === 'products:changed') refreshSoon(queryClient)
}
