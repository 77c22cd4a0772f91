import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Conversation, type ConversationProps } from '#features/conversation/web/stream/conversation.tsx'
import type { OtherEntry } from '#features/conversation/web/stream/entries.ts'
import type { TicketMail } from '#features/notifications/mails/contract.ts'
import { MailLine } from '#features/notifications/mails/web/mail-line.tsx'
import { ticketMails } from '#features/notifications/mails/web/ticket-mails.ts'
import { isStaff } from '#features/users/policy.ts'

function entryOf(mail: TicketMail): OtherEntry {
  const draw: OtherEntry['draw'] = (place) => <MailLine {...place} mail={mail} />
  return { at: mail.at, key: `mail-${mail.id}`, draw }
}

/** The conversation of a ticket; staff also see its sent mails. */
export function TicketConversation(props: Omit<ConversationProps, 'others'>) {
  const { ticket, viewer, isLeaving } = props
  const ofMails = ticketMails(ticket.id)
  const { data } = useQuery(isStaff(viewer) && !isLeaving ? ofMails : { ...ofMails, queryFn: skipToken })
  const others = useMemo(() => data?.mails.map(entryOf), [data])
  return <Conversation {...props} others={others} />
}
