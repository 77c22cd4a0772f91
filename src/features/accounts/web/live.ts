import type { QueryClient } from '@tanstack/react-query'
import { refreshClients, refreshEveryMs } from '#features/clients/web/live.ts'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

/** Paths of calls about users but not companies; literals, so that listening loads no screens. */
const paths = ['/api/role-requests', '/api/team']

export const refreshAccounts = (client: QueryClient) =>
  Promise.all([refreshClients(client), ...paths.map((path) => refresh(client, { queryKey: [path] }))])

const refreshSoon = throttled((client: QueryClient) => void refreshAccounts(client), refreshEveryMs)

export const refreshViewer = (client: QueryClient) => refresh(client, { queryKey: ['/api/auth/user'] })

export function onAccountMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'users:changed') refreshSoon(queryClient)
  if (type === 'profile:changed') void refreshViewer(queryClient)
}
