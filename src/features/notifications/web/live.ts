import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

/** Calls that hold e-mail preferences; as addresses alone, so that listening loads nothing of the screens. */
const paths = ['/api/email-preferences', '/api/profile/email-preferences']

/** Everything that tells of e-mail preferences is fetched again. */
export const refreshEmailPreferences = (client: QueryClient) =>
  Promise.all(paths.map((path) => refresh(client, { queryKey: [path] })))

/** Brings what is shown of e-mail preferences up to date. */
export function onPreferenceMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'email-preferences:changed') void refreshEmailPreferences(queryClient)
}
