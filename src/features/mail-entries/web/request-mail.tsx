import { useQuery } from '@tanstack/react-query'
import { mailsOfTicket } from '#features/inbound/web/api.ts'
import { ForwardedMail } from './forwarded-mail.tsx'
import { MailRest } from './mail-parts.tsx'

/** Shows the rest of the mail that became the ticket. */
export function RequestMail({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(mailsOfTicket(ticketId))
  const mail = data?.mails.find(({ commentId }) => commentId === null)
  if (!mail) return null
  const { forwarded, inboundId } = mail
  return (
    <>
      <MailRest mail={mail} />
      {forwarded && inboundId !== undefined && (
        <ForwardedMail id={inboundId} ticketId={ticketId} forwarded={forwarded} />
      )}
    </>
  )
}
