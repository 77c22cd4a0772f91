import { z } from 'zod'
import { Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, Timestamp } from '#platform/contract/fields.ts'

const mailTopics = ['status', 'assignment', 'update'] as const
export type MailTopic = (typeof mailTopics)[number]

export const TicketMail = z.object({
  id: Id,
  to: Person,
  topic: z.enum(mailTopics),
  /** Time of sending, or else of the event. */
  at: Timestamp,
  /** `waiting`: to be retried; `failed`: given up. */
  outcome: z.enum(['sent', 'waiting', 'failed']),
})
export type TicketMail = z.infer<typeof TicketMail>

export const TicketMails = z.object({
  /** Oldest first. */
  mails: z.array(TicketMail),
  /** No mail about past events is pending. */
  isSettled: z.boolean(),
})
export type TicketMails = z.infer<typeof TicketMails>

/** Older ones are left out. */
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
