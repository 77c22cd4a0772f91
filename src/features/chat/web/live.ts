import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import type { chatApi } from '../contract.ts'

// Every page loads this file, so it does not bring the contract along.
const unreadPath: typeof chatApi.unread.path = '/api/chat/unread'
export const unreadKey = [unreadPath] as const

export const refreshUnread = (client: QueryClient) => client.invalidateQueries({ queryKey: unreadKey })

const refreshAfterMs = 300
let coming: ReturnType<typeof setTimeout> | undefined

/** Brings the counts of what waits up to date; many messages at once are one question. The rest is for the open chat to hear. */
export function onUnreadMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type !== 'chat:unread' || coming !== undefined) return
  coming = setTimeout(() => {
    coming = undefined
    void refreshUnread(queryClient)
  }, refreshAfterMs)
}
