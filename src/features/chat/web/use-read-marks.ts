import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { pooled } from '#features/tickets/web/pooled.ts'
import { logFailure } from '#platform/web/log.ts'
import type { ChatMessage } from '../contract.ts'
import { isReader } from '../policy.ts'
import { markRead, refreshChat } from './api.ts'
import { refreshUnread } from './live.ts'

const atOnce = 4

function watchVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
export const useIsPageVisible = () => useSyncExternalStore(watchVisibility, () => !document.hidden)

/** The messages that are for the viewer and not read. Only a ticket's creator can be a recipient who is no staff. */
export const unreadFor = (
  viewer: Pick<CurrentUser, 'id' | 'role'>,
  createdById: string,
  messages: readonly ChatMessage[],
): ChatMessage[] =>
  messages.filter(
    (message) => !message.readAt && isReader(viewer, message, message.recipientId !== createdById),
  )

/** Marks messages as read, each as soon as it is there and the person can see it. One that fails waits for the chat to be opened again. */
export function useReadMarks(ticketId: string, waiting: readonly ChatMessage[], isShown: boolean): void {
  const client = useQueryClient()
  const tried = useRef(new Set<string>())
  const isVisible = useIsPageVisible() && isShown
  useEffect(() => {
    const next = waiting.map(({ id }) => id).filter((id) => !tried.current.has(id))
    if (!isVisible || next.length === 0) return
    next.forEach((id) => tried.current.add(id))
    const mark = (id: string) =>
      markRead(client, ticketId, id).catch((error: unknown) =>
        logFailure('A chat message could not be marked as read', error),
      )
    void pooled(next, atOnce, mark).then(() =>
      Promise.all([refreshChat(client, ticketId), refreshUnread(client)]),
    )
  }, [client, ticketId, waiting, isVisible])
}
