import type { InboundAddresses } from '#features/mail-settings/server/service.ts'
import { findSmtp, messageIdOf } from '#features/mail-settings/server/queries.ts'
import { findMailboxAt } from '#features/mailboxes/server/queries.ts'
import { createReplyTokens, replyAddress } from '#features/mail-threads/server/public/reply-address.ts'
import { threadAfter } from '#features/mail-threads/server/public/references.ts'
import { findConversation, mailboxFor } from '#features/mail-threads/server/queries.ts'
import { rememberMail } from '#features/mail-threads/server/service.ts'
import { domainOf } from '#platform/contract/domain-of.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { MailFailure } from '#platform/server/send/mailer.ts'
import { replySubject } from '#platform/server/send/mail-subject.ts'
import type { DoWork } from '#platform/server/work.ts'
import type { TicketForm } from './compose.ts'

export interface TicketMailParts {
  db: Database
  work: DoWork
  /** Secret of the installation, which signs the addresses for answers. */
  secret: string
  inboundAddresses: InboundAddresses
}

const nameOf = (author: TicketForm['author'], company: string) => {
  if (!author) return company
  return author.isClient
    ? i18n.t('{name} via {company}', { name: author.name, company })
    : i18n.t('{name} at {company}', { name: author.name, company })
}

/** Makes the function by which a mail about a ticket continues its recipient's conversation. */
export function createTicketMails({ db, work, secret, inboundAddresses }: TicketMailParts) {
  const tokens = createReplyTokens(secret)

  /** Remembers the mail before it is sent, because an answer may come before the mail server has confirmed it. */
  return async function continueTicket(
    deliveryId: string,
    userId: string,
    { ticketId, commentId, isInternal, author }: Omit<TicketForm, 'messageHtml' | 'isFromPerson'>,
  ) {
    const smtp = await findSmtp(db)
    if (!smtp) throw new MailFailure('not_configured', 'No mail server is set up yet.')
    const idOf = (name: string) => messageIdOf(name, smtp.fromEmail)
    const messageId = idOf(deliveryId)
    const { known, subject, mailbox } = await work(async (unit) => {
      await rememberMail(unit, {
        messageId,
        ticketId,
        commentId,
        direction: 'out',
        isInternal,
        userId,
        deliveryId,
      })
      return findConversation(unit.tx, { ticketId, userId, messageId })
    })
    // An answer would be public.
    const inbound = isInternal ? undefined : mailboxFor(mailbox, await inboundAddresses(db))
    const written = mailbox === null || inbound === undefined ? undefined : await findMailboxAt(db, inbound)
    const replyTo = inbound === undefined ? undefined : replyAddress(inbound, tokens.tokenOf(ticketId))
    return {
      thread: threadAfter(idOf(`ticket-${ticketId}`), known),
      subject: subject === null ? undefined : replySubject(subject),
      fromName: (company: string) => nameOf(author, written?.senderName ?? company),
      // For another domain the mail server may not send: recipients would take the mail for forged.
      fromAddress:
        written && domainOf(written.address) === domainOf(smtp.fromEmail) ? written.address : undefined,
      replyTo,
      // Also finds the ticket where a service on the way has taken Reply-To and Message-ID.
      howToReply:
        replyTo === undefined
          ? ''
          : i18n.t('Just reply to this email, or write to {address}.', { address: replyTo }),
    }
  }
}
