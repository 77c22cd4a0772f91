import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, type ComponentProps, type ReactNode } from 'react'
import type { CommentParts } from '#features/comments/web/comment-row.tsx'
import { Conversation, type ConversationProps } from '#features/conversation/web/stream/conversation.tsx'
import type { OtherEntry } from '#features/conversation/web/stream/entries.ts'
import type { TicketMails as ReceivedMails } from '#features/inbound/contract.ts'
import { canHandleMail } from '#features/inbound/policy.ts'
import { mailsOfTicket } from '#features/inbound/web/api.ts'
import { MailRest, MailSign } from '#features/mail-entries/web/mail-parts.tsx'
import { SupplierMail } from '#features/suppliers/web/supplier-mail.tsx'
import type { TicketMail, TicketMails } from '#features/notifications/mails/contract.ts'
import { CommentMails } from '#features/notifications/mails/web/comment-mails.tsx'
import { BounceLine, MailLine } from '#features/notifications/mails/web/mail-line.tsx'
import { ticketMails } from '#features/notifications/mails/web/ticket-mails.ts'
import { isAdministrator, isStaff } from '#features/users/policy.ts'
import { useOpener } from './use-opener.ts'

function entryOf(mail: TicketMail): OtherEntry {
  const draw: OtherEntry['draw'] = (place) => <MailLine {...place} mail={mail} />
  return { at: mail.at, key: `mail-${mail.id}`, draw }
}

function supplierEntryOf(mail: NonNullable<ReceivedMails['supplierMails']>[number]): OtherEntry {
  const draw: OtherEntry['draw'] = (place) => <SupplierMail {...place} mail={mail} />
  return { at: mail.at, key: `supplier-${mail.inboundId}`, draw }
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

/** Marks comments that came by mail, and shows the mails that carried one. */
function partsOf(
  received: ReceivedMails | undefined,
  below: ReadonlyMap<string, ReactNode> | undefined,
  split: ComponentProps<typeof MailRest>['split'],
) {
  const parts = new Map<string, CommentParts>([...(below ?? [])].map(([id, mails]) => [id, { below: mails }]))
  for (const mail of received?.mails ?? []) {
    const { commentId } = mail
    if (commentId !== null)
      parts.set(commentId, {
        ...parts.get(commentId),
        sign: <MailSign />,
        rest: <MailRest mail={mail} split={split} />,
      })
  }
  return parts
}

/** The conversation of a ticket; staff also see its sent mails. */
export function TicketConversation(props: Omit<ConversationProps, 'others' | 'commentParts'>) {
  const { ticket, viewer, isLeaving } = props
  const ofMails = ticketMails(ticket.id)
  const { data } = useQuery(isStaff(viewer) && !isLeaving ? ofMails : { ...ofMails, queryFn: skipToken })
  const mayRetry = isAdministrator(viewer)
  const arranged = useMemo(
    () => data && arrange(data, new Set(ticket.comments.map(({ id }) => id)), mayRetry),
    [data, ticket.comments, mayRetry],
  )
  const ofReceived = mailsOfTicket(ticket.id)
  const { data: received } = useQuery(
    ticket.hasMails && !isLeaving ? ofReceived : { ...ofReceived, queryFn: skipToken },
  )
  const opener = useOpener()
  const maySplit = canHandleMail(viewer)
  const parts = useMemo(
    () => partsOf(received, arranged?.below, maySplit ? { ticketId: ticket.id, opener } : undefined),
    [received, arranged, maySplit, ticket.id, opener],
  )
  const others = useMemo(
    () => [...(arranged?.others ?? []), ...(received?.supplierMails ?? []).map(supplierEntryOf)],
    [arranged, received],
  )
  return <Conversation {...props} others={others} commentParts={parts} />
}
