import type { QueryClient } from '@tanstack/react-query'
import { changedTicketId } from '#features/tickets/web/changed-ticket.ts'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import type { chatApi, Unread } from '../contract.ts'

// Every page loads this file, so it does not import the contract.
const unreadPath: typeof chatApi.unread.path = '/api/chat/unread'
export const unreadKey = [unreadPath] as const

export const refreshUnread = (client: QueryClient) => refresh(client, { queryKey: unreadKey })

/** Tells whether a ticket with unread messages has changed: its assignee or its visibility may be another. */
function isOfWaiting(message: LiveMessage, client: QueryClient): boolean {
  if (message.type !== 'ticket:update') return false
  const id = changedTicketId(message)
  return client.getQueryData<Unread>(unreadKey)?.tickets.some(({ ticketId }) => ticketId === id) ?? false
}

const refreshAfterMs = 300
let coming: ReturnType<typeof setTimeout> | undefined

/** Unread messages follow the assignee and the ticket. */
const movers = new Set(['chat:unread', 'ticket:assigned', 'ticket:deleted'])

/** Refreshes the unread counts, one call for many messages; the open chat hears the rest. */
export function onUnreadMessage(message: LiveMessage, { queryClient }: Listening): void {
  if (coming !== undefined || !(movers.has(message.type) || isOfWaiting(message, queryClient))) return
  coming = setTimeout(() => {
    coming = undefined
    void refreshUnread(queryClient)
  }, refreshAfterMs)
}
