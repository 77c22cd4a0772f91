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
  /** Reason why it was not accepted; null once it was. */
  failure: z.string().nullable(),
  /** Comment that it carries. */
  commentId: Id.nullable(),
  /**
   * It was accepted, and came back for good at that time. Null: a report says that it waits on its way, or does not
   * name it by its Message-ID.
   */
  bounce: z.object({ reason: z.string(), at: Timestamp.nullable() }).nullable(),
})
export type TicketMail = z.infer<typeof TicketMail>

export const TicketMails = z.object({
  /** Oldest first. */
  mails: z.array(TicketMail),
  /** Mails with comments that were not tried yet; an entry goes if its person reads the comment before. */
  queued: z.array(TicketMail.pick({ id: true, to: true, commentId: true })),
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
    summary: 'Who was mailed about a ticket in the last month, with which comment, and what became of it',
    access: staff,
    params: ById,
    reply: TicketMails,
  },
})
