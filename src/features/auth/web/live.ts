import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import type { authApi } from '../contract.ts'

// Plain text, so that listening loads nothing of the contract.
const path: (typeof authApi)['signInOptions']['path'] = '/api/auth/options'

export function onRegistrationMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'registration:changed') void refresh(queryClient, { queryKey: [path] })
}
