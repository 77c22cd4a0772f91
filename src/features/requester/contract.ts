import { z } from 'zod'
import { assignmentRoles } from '#features/clients/roles/contract.ts'
import { AddressBounce } from '#features/mail-threads/contract.ts'
import { Person, Role, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id } from '#platform/contract/fields.ts'
import { Ticket } from '#features/tickets/contract.ts'

export const otherTicketsShown = 3

/** Requester as staff see them beside the ticket. */
export const Requester = z.object({
  person: Person,
  role: Role,
  /** Role in the ticket's company; null for staff and outsiders. */
  position: z.enum(assignmentRoles).nullable(),
  /** Null when hidden from the viewer, or unable to receive mail. */
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  /** Set while no mail is sent to that address, because it has refused one. */
  bounce: AddressBounce.nullable(),
  /** In international form; null also when hidden from the viewer. */
  mobileNumber: z.string().nullable(),
  client: z.object({ id: Id, name: z.string(), openTickets: z.number().int() }),
  otherTickets: z.array(Ticket.pick({ id: true, ticketNumber: true, subject: true, status: true })),
  /** Counts this ticket too. Zero for unknown senders, who share one user. */
  totalTickets: z.number().int(),
})
export type Requester = z.infer<typeof Requester>

export const requesterApi = api({
  requester: {
    method: 'GET',
    path: '/api/tickets/:id/requester',
    summary: 'Who asked: how to reach them, their other tickets, and how many their company has open',
    access: staff,
    params: ById,
    reply: Requester,
  },
})
