import type { QueryClient } from '@tanstack/react-query'
import { changedTicketId } from '#features/tickets/web/changed-ticket.ts'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import type { chatApi, Unread } from '../contract.ts'

// Every page loads this file, so it does not bring the contract along.
const unreadPath: typeof chatApi.unread.path = '/api/chat/unread'
export const unreadKey = [unreadPath] as const

export const refreshUnread = (client: QueryClient) => refresh(client, { queryKey: unreadKey })

/** Whether a ticket has changed in whose chat something waits: it may be given to somebody else, or be out of reach. */
function isOfWaiting(message: LiveMessage, client: QueryClient): boolean {
  if (message.type !== 'ticket:update') return false
  const id = changedTicketId(message)
  return client.getQueryData<Unread>(unreadKey)?.tickets.some(({ ticketId }) => ticketId === id) ?? false
}

const refreshAfterMs = 300
let coming: ReturnType<typeof setTimeout> | undefined

/** A chat message waits for whom the ticket is assigned to, and goes with its ticket. */
const movers = new Set(['chat:unread', 'ticket:assigned', 'ticket:deleted'])

/** Brings the counts of what waits up to date; many messages at once are one question. The rest is for the open chat to hear. */
export function onUnreadMessage(message: LiveMessage, { queryClient }: Listening): void {
  if (coming !== undefined || !(movers.has(message.type) || isOfWaiting(message, queryClient))) return
  coming = setTimeout(() => {
    coming = undefined
    void refreshUnread(queryClient)
  }, refreshAfterMs)
}
