import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { Conversation, type ConversationProps } from '#features/conversation/web/stream/conversation.tsx'
import type { OtherEntry } from '#features/conversation/web/stream/entries.ts'
import type { TicketMail, TicketMails } from '#features/notifications/mails/contract.ts'
import { CommentMails } from '#features/notifications/mails/web/comment-mails.tsx'
import { BounceLine, MailLine } from '#features/notifications/mails/web/mail-line.tsx'
import { ticketMails } from '#features/notifications/mails/web/ticket-mails.ts'
import { isAdministrator, isStaff } from '#features/users/policy.ts'

function entryOf(mail: TicketMail): OtherEntry {
  const draw: OtherEntry['draw'] = (place) => <MailLine {...place} mail={mail} />
  return { at: mail.at, key: `mail-${mail.id}`, draw }
}

function bounceOf({ id, to, bounce }: TicketMail): OtherEntry[] {
  if (!bounce?.at) return []
  const { reason, at } = bounce
  const draw: OtherEntry['draw'] = (place) => <BounceLine {...place} to={to} reason={reason} at={at} />
  return [{ at, key: `bounce-${id}`, draw }]
}

/** Mails stand below the comment that they carried, all others among what happened. */
function arrange({ mails, queued }: TicketMails, commentIds: ReadonlySet<string>, mayRetry: boolean) {
  const isOf = (commentId: string) => (mail: { commentId: string | null }) => mail.commentId === commentId
  const carried = [...mails, ...queued].flatMap(({ commentId }) => commentId ?? [])
  const below = new Map<string, ReactNode>(
    [...new Set(carried)].map((id) => [
      id,
      <CommentMails
        key={id}
        mails={mails.filter(isOf(id))}
        queued={queued.filter(isOf(id))}
        mayRetry={mayRetry}
      />,
    ]),
  )
  const alone = mails.filter(({ commentId }) => commentId === null || !commentIds.has(commentId))
  return { below, others: [...alone.map(entryOf), ...mails.flatMap(bounceOf)] }
}

/** The conversation of a ticket; staff also see its sent mails. */
export function TicketConversation(props: Omit<ConversationProps, 'others' | 'belowComments'>) {
  const { ticket, viewer, isLeaving } = props
  const ofMails = ticketMails(ticket.id)
  const { data } = useQuery(isStaff(viewer) && !isLeaving ? ofMails : { ...ofMails, queryFn: skipToken })
  const mayRetry = isAdministrator(viewer)
  const arranged = useMemo(
    () => data && arrange(data, new Set(ticket.comments.map(({ id }) => id)), mayRetry),
    [data, ticket.comments, mayRetry],
  )
  return <Conversation {...props} others={arranged?.others} belowComments={arranged?.below} />
}
