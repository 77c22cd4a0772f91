import { z } from 'zod'
import { defineFact } from '#platform/server/define-fact.ts'
import { Priority, Status } from '../contract.ts'

const change = <S extends z.ZodType>(value: S) => z.object({ from: value, to: value }).optional()

/** What one change did: each field with its value before and after. */
const Changes = z.object({
  status: change(Status),
  priority: change(Priority),
  assignedToId: change(z.string().nullable()),
  clientId: change(z.string()),
})
export type Changes = z.output<typeof Changes>

const Seen = z.object({ createdById: z.string(), clientId: z.string(), creatorBelongs: z.boolean() })

const aboutTicket = { about: 'ticket', isPublic: true } as const

export const ticketCreated = defineFact('ticket.created', {
  ...aboutTicket,
  payload: z.object({
    ticketNumber: z.string(),
  }),
  subjectName: 'ticketNumber',
})

export const ticketChanged = defineFact('ticket.changed', {
  ...aboutTicket,
  payload: z.object({
    changes: Changes.default({}),
    /** Who could see it before, when it was given to another company. */
    sight: Seen.optional(),
  }),
  untold: ['sight'],
})

/** Carries what is needed to tell, after the ticket is gone, who could see it. */
export const ticketDeleted = defineFact('ticket.deleted', {
  ...aboutTicket,
  payload: Seen.extend({ ticketNumber: z.string() }),
  untold: ['createdById', 'clientId', 'creatorBelongs'],
  subjectName: 'ticketNumber',
})

/** What left the house as a file, for whoever asks later. */
export const ticketsExported = defineFact('tickets.exported', {
  about: null,
  isPublic: false,
  payload: z.object({
    count: z.number(),
    filter: z.record(z.string(), z.unknown()),
    columns: z.array(z.string()),
  }),
})

/** As public as the comment, which is its subject. */
export const commentAdded = defineFact('comment.added', {
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({
    isInternal: z.boolean().optional(),
    /** Whom it calls by name. */
    mentions: z.array(z.string()).optional(),
  }),
})
