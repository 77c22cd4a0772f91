import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chatLog } from '#features/chat/web/api.ts'
import type { Assigning } from '#features/comments/web/comment-box.tsx'
import type { FollowUpCall } from '#features/comments/web/written/use-follow-up.ts'
import { useWrittenComment, type Arrival } from '#features/comments/web/written/use-written-comment.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { continueTicket } from '#features/conversation/web/api.ts'
import { ownSettings } from '#features/settings/web/api.ts'
import { useSavePreference } from '#features/settings/web/use-save-preference.ts'
import { canAssign } from '#features/tickets/policy.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useOpenTicket } from './open-ticket.ts'

/** Lists what others have said in public, oldest first, for staff. @returns undefined until the chat is loaded, too */
function useArrivals(
  { id, comments, hasChat }: TicketDetail,
  viewer: CurrentUser,
  mayChat: boolean,
): readonly Arrival[] | undefined {
  const ofChat = chatLog(useQueryClient(), id)
  const isWatched = !isClient(viewer)
  const { data: log, isPending } = useQuery(mayChat && isWatched ? ofChat : { ...ofChat, queryFn: skipToken })
  const isAwaited = isWatched && mayChat && hasChat && isPending
  return useMemo(() => {
    if (!isWatched) return []
    if (isAwaited) return undefined
    const said = comments.filter(({ isInternal, user }) => !isInternal && user.id !== viewer.id)
    const chatted = (log?.messages ?? []).filter(({ senderId }) => senderId !== viewer.id)
    return [
      ...said.map((comment) => ({ key: `comment-${comment.id}`, at: comment.createdAt })),
      ...chatted.map((message) => ({ key: `chat-${message.id}`, at: message.createdAt })),
    ].toSorted((one, other) => one.at.localeCompare(other.at))
  }, [isWatched, isAwaited, comments, log, viewer.id])
}

/** Offers a person of the desk to take the unassigned ticket they answer, as they chose last time. */
function useAssigning({ assignedToId }: TicketDetail, viewer: CurrentUser): Assigning | undefined {
  const settings = useQuery(ownSettings())
  const save = useSavePreference()
  if (!canAssign(viewer) || assignedToId !== null || !settings.data) return undefined
  return {
    isOn: settings.data.assignOnReply,
    onChange: (assignOnReply) => save({ assignOnReply }),
  }
}

/** Composes a comment, or for a ticket closed long ago one that continues it. */
export function useReply(ticket: TicketDetail, viewer: CurrentUser, mayChat: boolean) {
  const { open } = useOpenTicket()
  const continuing = useMutation(continueTicket(useQueryClient()))
  const isOver = isClient(viewer) && ticket.status === 'closed' && !ticket.repliesReopen

  async function followUp({ idempotencyKey, ...input }: FollowUpCall): Promise<void> {
    const { id, ticketNumber } = await continuing.mutateAsync({ id: ticket.id, input, idempotencyKey })
    toastSuccess(i18n.t('Ticket {number} has been submitted successfully.', { number: ticketNumber }), {
      label: i18n.t('View ticket'),
      onAction: () => open(id),
    })
  }
  const comment = useWrittenComment({
    viewerId: viewer.id,
    ticket,
    arrivals: useArrivals(ticket, viewer, mayChat),
    onFollowUp: isOver ? followUp : undefined,
  })
  return { comment, assigning: useAssigning(ticket, viewer) }
}
