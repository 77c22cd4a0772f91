import {
  keepPreviousData,
  queryOptions,
  useQueryClient,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { changedTicketId } from '#features/tickets/web/changed-ticket.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { call, CallError } from '#platform/web/call.ts'
import type { LiveMessage } from '#platform/web/feature.ts'
import { useIsPageVisible } from '#platform/web/hooks/use-page-visible.ts'
import { logFailure } from '#platform/web/log.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'
import {
  type CommentedTicket,
  commentApi,
  mostAskedUnread,
  type CommentsRead,
  type UnreadComments,
} from '../contract.ts'

const unreadKey = [commentApi.unread.path] as const

export const unreadComments = (ticketIds: readonly string[]) =>
  queryOptions({
    queryKey: [...unreadKey, ticketIds],
    async queryFn({ signal }): Promise<UnreadComments> {
      const parts = Array.from({ length: Math.ceil(ticketIds.length / mostAskedUnread) }, (_, at) =>
        ticketIds.slice(at * mostAskedUnread, (at + 1) * mostAskedUnread),
      )
      const told = await Promise.all(
        parts.map((ids) => call(commentApi.unread, { query: { ids: ids.join() } }, { signal })),
      )
      return { tickets: told.flatMap(({ tickets }) => tickets) }
    },
    placeholderData: keepPreviousData,
  })

const refreshEveryMs = 300
const refreshSoon = throttled(
  (client: QueryClient) => void refresh(client, { queryKey: unreadKey }),
  refreshEveryMs,
)

const readType: CommentsRead['type'] = 'comments:read'
const ticketOf = (message: LiveMessage) =>
  message.type === readType ? message.ticketId : changedTicketId(message)

/** Counts anew after a change of a counted ticket, or its reading elsewhere. */
export function onUnreadComments(message: LiveMessage, client: QueryClient): void {
  const id = ticketOf(message)
  const isCounted = ({ queryKey: [, ids] }: Query) => Array.isArray(ids) && ids.includes(id)
  const counted = client.getQueryCache().findAll({ queryKey: unreadKey, predicate: isCounted })
  // After an interruption, no message tells of comments read elsewhere.
  if (message.type === 'resumed' || counted.length > 0) refreshSoon(client)
}

const seenAfterMs = 500
/** Last comment reported as seen, by ticket. */
const said = new Map<string, string>()

async function sayRead(client: QueryClient, ticketId: string, commentId: string): Promise<void> {
  said.set(ticketId, commentId)
  try {
    await call(commentApi.read, { params: { id: ticketId, commentId } })
    // Refreshes without the live message, which may be missed.
    refreshSoon(client)
  } catch (error) {
    said.delete(ticketId)
    // The comment was taken back in between.
    if (error instanceof CallError && error.status === 404) return
    logFailure(i18n.t('Comments could not be marked as read'), error)
  }
}

/** Reports comments as read, once they were visible for a moment. */
export function useCommentsRead(ticket: CommentedTicket, viewerId: string, isShown: boolean): void {
  const client = useQueryClient()
  const newest = ticket.comments.findLast(({ user }) => user.id !== viewerId)?.id
  const isSeen = useIsPageVisible() && isShown
  useEffect(() => {
    if (!isSeen || newest === undefined || said.get(ticket.id) === newest) return undefined
    const timer = setTimeout(() => void sayRead(client, ticket.id, newest), seenAfterMs)
    return () => clearTimeout(timer)
  }, [client, ticket.id, newest, isSeen])
}
