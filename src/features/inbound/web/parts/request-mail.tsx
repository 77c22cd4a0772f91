import { useQuery } from '@tanstack/react-query'
import { mailsOfTicket } from '../api.ts'
import { MailRest } from './mail-parts.tsx'

/** Shows the rest of the mail that became the ticket. */
export function RequestMail({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(mailsOfTicket(ticketId))
  const mail = data?.mails.find(({ commentId }) => commentId === null)
  return mail && <MailRest mail={mail} />
}
