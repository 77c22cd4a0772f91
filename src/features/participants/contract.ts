import { z } from 'zod'
import { desk, Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, idOf, text, Timestamp } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'

export const mostParticipants = 20
export const mostChoices = 20

export const Participant = z.object({
  id: Id,
  /** Null for an address that is not confirmed as a person's. */
  person: Person.nullable(),
  /** From copies of mails; null for a person. */
  address: z.string().nullable(),
  name: z.string().nullable(),
  createdAt: Timestamp,
})
export type Participant = z.infer<typeof Participant>

export const NewParticipant = z.object({
  userId: idOf({ error: () => i18n.t('userId must be the id of a person of the client') }),
})
export type NewParticipant = z.output<typeof NewParticipant>

const OneOfTicket = ById.extend({ participantId: Id })

export const participantApi = api({
  list: {
    method: 'GET',
    path: '/api/tickets/:id/participants',
    summary: 'The people of the client who read a ticket and get its mails, besides its requester',
    access: 'signed-in',
    params: ById,
    reply: z.array(Participant),
  },
  choices: {
    method: 'GET',
    path: '/api/tickets/:id/participants/choices',
    summary: 'People of the client who could be added to a ticket, for the desk and its requester',
    access: 'signed-in',
    params: ById,
    query: z.object({ q: text(() => 'q', limits.search).optional() }),
    reply: z.array(Person),
  },
  add: {
    method: 'POST',
    path: '/api/tickets/:id/participants',
    summary: 'Add a person of the client to a ticket, who then reads it and gets its mails',
    access: 'signed-in',
    params: ById,
    body: NewParticipant,
    reply: Participant,
    status: 201,
  },
  confirm: {
    method: 'POST',
    path: '/api/tickets/:id/participants/:participantId/confirm',
    summary:
      'Confirm that an address from a mail is that of a person of the client, who then reads the ticket',
    access: desk,
    params: OneOfTicket,
    reply: Participant,
  },
  remove: {
    method: 'DELETE',
    path: '/api/tickets/:id/participants/:participantId',
    summary: 'Remove a participant from a ticket; participants may remove themselves',
    access: 'signed-in',
    params: OneOfTicket,
    reply: z.object({ message: z.string() }),
  },
})
