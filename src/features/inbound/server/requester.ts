import { eq } from 'drizzle-orm'
import { namesOf } from '#features/mail-reading/server/public/names-of.ts'
import { lockVisibleTicket } from '#features/tickets/server/public/ticket-writes.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { changeTicket } from '#features/tickets/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import type { MailAddress } from '../contract.ts'
import { mailHandled } from './events.ts'
import { findAuthor } from './public/find-author.ts'
import { requireMail } from './queries.ts'
import { createSender } from './service.ts'
import { readSuggested } from './understood.ts'

const refused = (why: string) => new AppError('conflict', why)

/** @returns the id of the person @throws {AppError} `conflict` for an address that may not be believed */
async function findOrMakePerson(
  unit: Work,
  viewer: Viewer,
  sender: MailAddress,
  { clientId, clientName }: WholeRow,
): Promise<string> {
  const { address } = sender
  const { author, isBlocked } = await findAuthor(unit.tx, address)
  if (isBlocked) throw refused(i18n.t('{address} is blocked.', { address }))
  const client = { id: clientId, name: clientName }
  if (!author) return createSender(unit, { ...namesOf(sender), address, client, actorId: viewer.id })
  if (isStaff(author)) throw refused(i18n.t('{address} belongs to a member of the team.', { address }))
  if (!author.isActive) throw refused(i18n.t('The person of {address} is deactivated.', { address }))
  if (!author.isBelieved)
    throw refused(i18n.t('The person of {address} has not confirmed this address.', { address }))
  if (!author.clients.some(({ id }) => id === clientId))
    throw refused(
      i18n.t('The person of {address} does not belong to {client}. Move the ticket first.', {
        address,
        client: clientName,
      }),
    )
  return author.id
}

/** Refuses to show a chat to somebody whom one press of a button makes its reader. */
async function requireNoChat(unit: Work, ticketId: string, { address }: MailAddress): Promise<void> {
  const [message] = await unit.tx
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(eq(chatMessages.ticketId, ticketId))
    .limit(1)
  if (message)
    throw refused(
      i18n.t(
        '{address} would read the chat of this ticket. To share it, choose the requester in the details.',
        {
          address,
        },
      ),
    )
}

/**
 * Makes the inner sender of a mail that staff forwarded the requester of its ticket. Somebody unknown becomes a
 * person of the ticket's client, without a password.
 * @throws {AppError} `not_found`; `conflict` for a mail without one or a ticket with a chat, and see `findOrMakePerson`
 */
export async function makeRequester(unit: Work, viewer: Viewer, id: string): Promise<void> {
  const { outcome, ticketId, suggestion } = await requireMail(unit.tx, id)
  const { sender } = readSuggested(suggestion)
  if (outcome !== 'ticket' || ticketId === null || !sender)
    throw refused(i18n.t('This mail was not forwarded, or is not the beginning of a ticket.'))
  await lockName(unit, 'inbound sender', sender.address)
  const { ticket } = await lockVisibleTicket(unit, viewer, ticketId)
  const personId = await findOrMakePerson(unit, viewer, sender, ticket)
  if (ticket.createdById === personId) return
  await requireNoChat(unit, ticketId, sender)
  await changeTicket(unit, viewer, ticketId, { createdById: personId })
  unit.announce(
    mailHandled({
      actorId: viewer.id,
      subjectId: id,
      data: { decision: 'requester', ticketId, personId },
    }),
  )
}
