import type { QueryClient } from '@tanstack/react-query'
import { refreshClients, refreshEveryMs } from '#features/clients/web/live.ts'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

/** The addresses of the calls that tell of users and not of companies; as text, so that listening loads nothing of the screens. */
const paths = ['/api/role-requests', '/api/team']

/** Everything that tells of users is fetched again. */
export const refreshAccounts = (client: QueryClient) =>
  Promise.all([refreshClients(client), ...paths.map((path) => refresh(client, { queryKey: [path] }))])

const refreshSoon = throttled((client: QueryClient) => void refreshAccounts(client), refreshEveryMs)

/** The current user is loaded again, for all that shows their name and picture. */
export const refreshViewer = (client: QueryClient) => refresh(client, { queryKey: ['/api/auth/user'] })

/** Brings what is shown of users up to date. */
export function onAccountMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'users:changed') refreshSoon(queryClient)
  if (type === 'profile:changed') void refreshViewer(queryClient)
}
