import { z } from 'zod'
import { assignmentRoles } from '#features/clients/roles/contract.ts'
import { Person, Role, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id } from '#platform/contract/fields.ts'
import { Ticket } from '#features/tickets/contract.ts'

/** So many of their other tickets are told. */
export const otherTicketsTold = 3

/** Who asked, as staff see them beside the ticket. */
export const Requester = z.object({
  person: Person,
  role: Role,
  /** What they are in the company of the ticket; null for staff, and for those who do not belong to it. */
  position: z.enum(assignmentRoles).nullable(),
  /** Null where it is not the viewer's to know, or where it can receive no mail. */
  email: z.string().nullable(),
  /** The address is known to be theirs. */
  isEmailConfirmed: z.boolean(),
  /** In international form; null where it is not the viewer's to know, too. */
  mobileNumber: z.string().nullable(),
  /** The company of the ticket. */
  client: z.object({ id: Id, name: z.string(), openTickets: z.number().int() }),
  /** Their newest tickets beside this one. */
  otherTickets: z.array(Ticket.pick({ id: true, ticketNumber: true, subject: true, status: true })),
  /** All of theirs, this one included. Zero for senders whom nobody knows: their tickets are under one name, and not one person's. */
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
