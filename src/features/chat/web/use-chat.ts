import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { chatLog, isRefused } from './api.ts'
import { chatEventOf, type ChatConnection } from './connection.ts'
import { useIsFollowed } from './use-followed-chat.ts'
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
  /** False while another tab covers it. */
  isShown: boolean
}

const none: readonly never[] = []

export function useChat({ ticket, viewer, connection, isShown }: ChatProps) {
  const client = useQueryClient()
  const found = useQuery(chatLog(client, ticket.id))
  const { userIds, typed, stopped } = useOthersTyping()
  const { listen } = connection
  const isFollowed = useIsFollowed(ticket.id)

  useEffect(
    () =>
      listen((heard) => {
        const event = chatEventOf(heard, ticket.id)
        if (event && 'userId' in event && event.userId !== viewer.id)
          (event.type === 'user:typing' ? typed : stopped)(event.userId)
        if (event?.type === 'chat:message') stopped(event.message.senderId)
      }),
    [ticket.id, viewer.id, listen, typed, stopped],
  )

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
    isFollowing: isFollowed && connection.isLive,
    typingIds: userIds,
  } as const
}

/** Keeps the first message that was unread at opening, so that its mark stays once it is read. */
function useFirstNew(isLoaded: boolean, firstWaitingId: string | undefined): string | undefined {
  const [first, setFirst] = useState<{ id: string | undefined }>()
  if (isLoaded && first === undefined) setFirst({ id: firstWaitingId })
  return first?.id
}
