import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'

/** The addresses of the calls that tell of users; as text, so that listening loads nothing of the screens. */
const paths = [
  '/api/users',
  '/api/company-names',
  '/api/role-requests',
  '/api/team',
  '/api/clients',
  '/api/products',
  '/api/stats',
  '/api/tickets',
]

/** Everything that tells of users is fetched again. */
export const refreshAccounts = (client: QueryClient) =>
  Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })))

/** The current user is loaded again, for all that shows their name and picture. */
export const refreshViewer = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['/api/auth/user'] })

/** Brings what is shown of users up to date. */
export function onAccountMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'users:changed') void refreshAccounts(queryClient)
  if (type === 'profile:changed') void refreshViewer(queryClient)
}
