import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

/** Paths only, so that listening loads nothing of the screens. */
const paths = ['/api/email-preferences', '/api/profile/email-preferences']

export const refreshEmailPreferences = (client: QueryClient) =>
  Promise.all(paths.map((path) => refresh(client, { queryKey: [path] })))

export function onPreferenceMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'email-preferences:changed') void refreshEmailPreferences(queryClient)
}
