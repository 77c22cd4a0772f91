import { i18n } from '#platform/contract/i18n.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { useIsPageVisible } from '#platform/web/hooks/use-page-visible.ts'
import { logFailure } from '#platform/web/log.ts'
import type { ChatMessage } from '../contract.ts'
import { isReader } from '../policy.ts'
import { markRead, refreshChat } from './api.ts'
import { refreshUnread } from './live.ts'

/** The unread messages for the viewer. What was said to another than the ticket's creator was said to staff. */
export const unreadFor = (
  viewer: Pick<CurrentUser, 'id' | 'role'>,
  createdById: string,
  messages: readonly ChatMessage[],
): ChatMessage[] =>
  messages.filter(
    (message) =>
      !message.readAt && isReader(viewer, message, { createdById }, message.recipientId !== createdById),
  )

/**
 * Marks messages as read, as soon as they are there and the person can see them: the newest first, because the server takes those before
 * it for read, too. One that fails waits for the chat to be opened again.
 */
export function useReadMarks(ticketId: string, waiting: readonly ChatMessage[], isShown: boolean): void {
  const client = useQueryClient()
  const tried = useRef(new Set<string>())
  const [isBusy, setBusy] = useState(false)
  const isVisible = useIsPageVisible() && isShown
  useEffect(() => {
    const next = waiting.findLast(({ id }) => !tried.current.has(id))
    if (!isVisible || isBusy || !next) return
    tried.current.add(next.id)
    setBusy(true)
    void markRead(client, ticketId, next.id)
      .catch((error: unknown) => logFailure(i18n.t('A chat message could not be marked as read'), error))
      .then(() => Promise.all([refreshChat(client, ticketId), refreshUnread(client)]))
      .finally(() => setBusy(false))
  }, [client, ticketId, waiting, isVisible, isBusy])
}
