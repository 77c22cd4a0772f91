import type { QueryClient } from '@tanstack/react-query'

/** What tells of users; as addresses alone, so that listening loads nothing of the screens. */
const paths = ['/api/users', '/api/company-names', '/api/role-requests', '/api/team']

/** Everything that tells of users is fetched again. */
export const refreshAccounts = (client: QueryClient) =>
  Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })))

/** Who is signed in is asked for again, for all that shows their name and picture. */
export const refreshViewer = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['/api/auth/user'] })

/** Brings what is shown of users up to date. */
export function onAccountMessage({ type }: { type: string }, queryClient: QueryClient): void {
  if (type === 'users:changed') void refreshAccounts(queryClient)
  if (type === 'profile:changed') void refreshViewer(queryClient)
}
