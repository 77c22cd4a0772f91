import { z } from 'zod'
import { Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, Timestamp } from '#platform/contract/fields.ts'

/** Topics of a mail. */
const mailTopics = ['status', 'assignment', 'update'] as const
export type MailTopic = (typeof mailTopics)[number]

export const TicketMail = z.object({
  id: Id,
  to: Person,
  topic: z.enum(mailTopics),
  /** When it was sent, or else when there was reason to send it. */
  at: Timestamp,
  /** `waiting`: the mail server has not taken it so far, and it is tried again; `failed`: it was given up. */
  outcome: z.enum(['sent', 'waiting', 'failed']),
})
export type TicketMail = z.infer<typeof TicketMail>

export const TicketMails = z.object({
  /** Oldest first. */
  mails: z.array(TicketMail),
  /** Nothing that has happened is about to be mailed. */
  isSettled: z.boolean(),
})
export type TicketMails = z.infer<typeof TicketMails>

/** The newest of them are told. */
export const mostMails = 200

export const ticketMailApi = api({
  list: {
    method: 'GET',
    path: '/api/tickets/:id/mails',
    summary: 'Who was mailed about a ticket in the last month',
    access: staff,
    params: ById,
    reply: TicketMails,
  },
})
