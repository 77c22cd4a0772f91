import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { CallError } from '#platform/web/call.ts'
import { ChatEvent } from '../contract.ts'
import { chatLog, dropFile, forgetChat, placeMessage, placeRead, refreshChat } from './api.ts'
import type { ChatConnection } from './connection.ts'
import { notifyOf } from './notification.ts'
import { unreadFor, useReadMarks } from './use-read-marks.ts'
import { useOthersTyping } from './use-typing.ts'

interface ChatTicket {
  id: string
  createdById: string
}

export interface ChatProps {
  ticket: ChatTicket
  viewer: Pick<CurrentUser, 'id' | 'role'>
  connection: ChatConnection
  /** False while it is there but lies behind another tab. */
  isShown: boolean
}

const isRefused = (error: unknown) =>
  error instanceof CallError && (error.status === 403 || error.status === 404)

const none: readonly never[] = []

/** The messages of a ticket, kept current while this is mounted, and read marks for those that are for the viewer. */
export function useChat({ ticket, viewer, connection, isShown }: ChatProps) {
  const client = useQueryClient()
  const found = useQuery(chatLog(client, ticket.id))
  const { userIds, typed, stopped } = useOthersTyping()
  const { follow, listen } = connection
  const [isFollowing, setFollowing] = useState(false)

  useEffect(() => {
    function hear({ type, ...event }: ChatEvent): void {
      if (type === 'ticket:subscribed') setFollowing(true)
      if (type === 'ticket:unsubscribed') setFollowing(false)
      // Only the server knows the messages before the subscription began, and why it ended.
      if (type === 'ticket:subscribed' || type === 'ticket:unsubscribed') void refreshChat(client, ticket.id)
      if ('userId' in event && event.userId !== viewer.id)
        (type === 'user:typing' ? typed : stopped)(event.userId)
      if ('readAt' in event) placeRead(client, ticket.id, event.messageId, event.readAt)
      if ('attachmentId' in event) dropFile(client, ticket.id, event.messageId, event.attachmentId)
      if (!('message' in event)) return
      placeMessage(client, event.message)
      stopped(event.message.senderId)
      if (event.message.senderId !== viewer.id) notifyOf(event.message)
    }
    const unlisten = listen((message) => {
      if (message.type === 'resync') void forgetChat(client, ticket.id)
      const { data } = ChatEvent.safeParse(message)
      if (data?.ticketId === ticket.id) hear(data)
    })
    const unfollow = follow(ticket.id)
    return () => {
      unfollow()
      unlisten()
    }
  }, [client, ticket.id, viewer.id, follow, listen, typed, stopped])

  const messages = found.data?.messages ?? none
  const waiting = useMemo(
    () => unreadFor(viewer, ticket.createdById, messages),
    [viewer, ticket.createdById, messages],
  )
  useReadMarks(ticket.id, waiting, isShown)

  return {
    messages,
    hasMore: found.data?.hasMore ?? false,
    firstNewId: useFirstNew(found.isSuccess, waiting[0]?.id),
    state:
      isRefused(found.error) || (found.isError && !found.data) ? 'failed' : found.data ? 'shown' : 'loading',
    isRetrying: found.isFetching,
    retry: () => void found.refetch(),
    isFollowing: isFollowing && connection.isLive,
    typingIds: userIds,
  } as const
}

/** The first message that was unread when the chat was opened; the mark above it stays after it is read. */
function useFirstNew(isLoaded: boolean, firstWaitingId: string | undefined): string | undefined {
  const [first, setFirst] = useState<{ id: string | undefined }>()
  if (isLoaded && first === undefined) setFirst({ id: firstWaitingId })
  return first?.id
}
