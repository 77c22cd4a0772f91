import type { QueryClient } from '@tanstack/react-query'
import { refreshUnread } from './api.ts'

const refreshAfterMs = 300
let coming: ReturnType<typeof setTimeout> | undefined

/** Brings the counts of what waits up to date; many messages at once are one question. The rest is for the open chat to hear. */
export function hearUnread(message: { type: string }, client: QueryClient): void {
  if (message.type !== 'chat:unread' || coming !== undefined) return
  coming = setTimeout(() => {
    coming = undefined
    void refreshUnread(client)
  }, refreshAfterMs)
}
