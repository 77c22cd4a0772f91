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

/** Filters the viewer's unread messages. Unless its recipient is the creator, a message is to staff. */
export const unreadFor = (
  viewer: Pick<CurrentUser, 'id' | 'role'>,
  createdById: string,
  messages: readonly ChatMessage[],
): ChatMessage[] =>
  messages.filter(
    (message) =>
      !message.readAt && isReader(viewer, message, { createdById }, message.recipientId !== createdById),
  )

/** Marks the newest first, which marks earlier ones, too. A failure waits for the next opening. */
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
