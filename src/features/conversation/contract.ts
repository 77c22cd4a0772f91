import { z } from 'zod'
import { Attachment, AttachmentIds } from '#features/attachments/contract.ts'
import { CommentPage, commentPageSize } from '#features/comments/contract.ts'
import { Participant } from '#features/participants/contract.ts'
import { ByIdOrNumber, NewTicket, Ticket } from '#features/tickets/contract.ts'
import { desk, Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id } from '#platform/contract/fields.ts'

/** A ticket that continues this one, or that this one continues. */
const RelatedTicket = z.object({ id: Id, ticketNumber: z.string(), subject: z.string() })
export type RelatedTicket = z.infer<typeof RelatedTicket>

export const TicketDetail = Ticket.extend({
  description: z.string(),
  createdBy: Person,
  ...CommentPage.shape,
  /** Files of the ticket and its comments, without those of the chat. */
  attachments: z.array(Attachment),
  participants: z.array(Participant),
  /** The viewer may add participants. */
  mayInvite: z.boolean(),
  /** Its chat has messages; never for a viewer who may not chat there. */
  hasChat: z.boolean(),
  /** Mails that came in, or a supplier, are told at `/received-mails`. */
  hasMails: z.boolean(),
  /** The ticket is open after a client's word. False: closed for longer than the days of the desk. */
  repliesReopen: z.boolean(),
  /** Closed ticket that it continues; null: none that the viewer sees. */
  continues: RelatedTicket.nullable(),
  /** Later tickets of the viewer that continue it, oldest first. */
  continuedBy: z.array(RelatedTicket),
})
export type TicketDetail = z.infer<typeof TicketDetail>

export const SubmittedTicket = NewTicket.extend({ attachmentIds: AttachmentIds })
export type SubmittedTicket = z.output<typeof SubmittedTicket>

export const FollowUp = SubmittedTicket.pick({ description: true, attachmentIds: true })
export type FollowUp = z.output<typeof FollowUp>

export const conversationApi = api({
  create: {
    method: 'POST',
    path: '/api/tickets',
    summary: 'Submit a ticket',
    access: 'signed-in',
    body: SubmittedTicket,
    reply: TicketDetail,
    status: 201,
    idempotent: true,
  },
  followUp: {
    method: 'POST',
    path: '/api/tickets/:id/follow-up',
    summary: 'Submit a ticket that continues a resolved or closed one, with its subject, client and product',
    access: 'signed-in',
    params: ById,
    body: FollowUp,
    reply: TicketDetail,
    status: 201,
    idempotent: true,
  },
  detail: {
    method: 'GET',
    path: '/api/tickets/:id',
    summary: `One ticket, by id or number, with its newest ${commentPageSize} comments`,
    access: 'signed-in',
    params: ByIdOrNumber,
    reply: TicketDetail,
  },
  remove: {
    method: 'DELETE',
    path: '/api/tickets/:id',
    summary: 'Delete a ticket with everything attached to it',
    access: desk,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
})
