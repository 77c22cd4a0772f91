import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { Category, Priority, Status, Turn } from '../contract.ts'

const heading = () => i18n.t('Tickets')

/** The values by which lists filter and count tickets, at one moment: chosen values and ids, no texts of people. */
const Facets = z.object({
  status: Status,
  priority: Priority,
  category: Category,
  assignedToId: z.string().nullable(),
  clientId: z.string(),
  productId: z.string().nullable(),
  createdById: z.string(),
  /** `Visibility.filedForClient`, under the name that former versions read. */
  creatorBelongs: z.boolean(),
  createdAt: z.string(),
  /** Absent in what was written before there were turns. */
  turn: Turn.nullable().optional(),
  /** Absent in what was written before totals were carried forward. */
  resolvedAt: z.string().nullable().optional(),
})
export type Facets = z.output<typeof Facets>
/** As they are written now. */
export type TicketFacets = Required<Facets>

const change = <S extends z.ZodType>(value: S) => z.object({ from: value, to: value }).optional()

/** The effect of one change: each field with its value before and after. */
const Changes = z.object({
  status: change(Status),
  priority: change(Priority),
  assignedToId: change(z.string().nullable()),
  clientId: change(z.string()),
  turn: change(Turn.nullable()),
})
export type Changes = z.output<typeof Changes>

/** What decides who could see a ticket. */
const Seen = Facets.pick({ createdById: true, clientId: true, creatorBelongs: true })
export type Seen = z.output<typeof Seen>

const aboutTicket = { heading, about: 'ticket', isPublic: true } as const

export const ticketCreated = defineFact('ticket.created', {
  ...aboutTicket,
  says: () => i18n.t('Submitted a ticket'),
  payload: z.object({
    ticketNumber: z.string(),
    /** Absent in what 0.1.0 wrote, as are `before` and `after` below. */
    after: Facets.optional(),
    /** Whose ticket it is, when the actor submitted it for them. */
    onBehalfOfId: z.string().optional(),
  }),
  untold: ['after'],
  subjectName: 'ticketNumber',
})

export const ticketChanged = defineFact('ticket.changed', {
  ...aboutTicket,
  says: () => i18n.t('Changed a ticket'),
  payload: z.object({
    changes: Changes.default({}),
    /** Who could see it before the change, when it was given to another company. */
    sight: Seen.optional(),
    before: Facets.optional(),
    after: Facets.optional(),
    /** Since when it had been the turn that stands in `before`, where the change has ended it. */
    turnSince: z.string().optional(),
    /** The comment that it was made with, or taken back with. */
    commentId: z.string().optional(),
  }),
  untold: ['sight', 'before', 'after', 'turnSince', 'commentId'],
})

/** Somebody said something, and now it is another's turn. A turn that staff set by hand is a change. */
export const ticketTurned = defineFact('ticket.turned', {
  ...aboutTicket,
  says: () => i18n.t('Changed who is waiting'),
  payload: z.object({
    before: Facets,
    after: Facets,
    /** As in `ticketChanged`. */
    turnSince: z.string().optional(),
    commentId: z.string().optional(),
  }),
  untold: ['before', 'after', 'turnSince', 'commentId'],
})

/** Staff have answered for the first time where the creator can read it. Comments and chat tell what they said. */
export const ticketAnswered = defineFact('ticket.answered', {
  says: () => i18n.t('Sent the first reply to a ticket'),
  heading,
  about: 'ticket',
  isPublic: false,
  /** How long the creator waited, in milliseconds. Absent in what was written before totals were carried forward. */
  payload: z.object({ waitedMs: z.number().optional(), commentId: z.string().optional() }),
  untold: ['waitedMs', 'commentId'],
})

/** Has the fields that tell, after the ticket is gone, who could see it. */
export const ticketDeleted = defineFact('ticket.deleted', {
  ...aboutTicket,
  says: () => i18n.t('Deleted a ticket'),
  payload: Seen.extend({
    ticketNumber: z.string(),
    before: Facets.optional(),
    /** As in `ticketAnswered`; null: it was not answered. */
    waitedMs: z.number().nullable().optional(),
  }),
  untold: ['createdById', 'clientId', 'creatorBelongs', 'before', 'waitedMs'],
  subjectName: 'ticketNumber',
})

/** A ticket was entered, or changed, as another system has it. Whoever follows tickets is told of all of an import at once. */
export const ticketImported = defineFact('ticket.imported', {
  ...aboutTicket,
  says: () => i18n.t('Imported a ticket'),
  payload: z.object({
    ticketNumber: z.string(),
    isNew: z.boolean(),
    /** Those that were different. */
    fields: z.array(z.string()).optional(),
  }),
  subjectName: 'ticketNumber',
})

/** The same of a comment, which is its subject. */
export const commentImported = defineFact('comment.imported', {
  says: () => i18n.t('Imported a comment'),
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
})

/** It is as it was when it was deleted. */
export const ticketRestored = defineFact('ticket.restored', {
  ...aboutTicket,
  says: () => i18n.t('Restored a ticket'),
  payload: z.object({
    ticketNumber: z.string(),
    after: Facets,
    /** As in `ticketDeleted`. */
    waitedMs: z.number().nullable(),
  }),
  untold: ['after', 'waitedMs'],
  subjectName: 'ticketNumber',
})

/** An export of tickets, for later questions. */
export const ticketsExported = defineFact('tickets.exported', {
  says: () => i18n.t('Exported tickets'),
  heading,
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
  says: () => i18n.t('Commented'),
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({
    isInternal: z.boolean().optional(),
    /** The mentioned people. */
    mentions: z.array(z.string()).optional(),
  }),
})

const aboutComment = {
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({ isInternal: z.boolean() }),
} as const

/** As public as the comment was, which is its subject. */
export const commentDeleted = defineFact('comment.deleted', {
  ...aboutComment,
  says: () => i18n.t('Deleted a comment'),
})
export const commentRestored = defineFact('comment.restored', {
  ...aboutComment,
  says: () => i18n.t('Restored a comment'),
})

/** Its author has taken it back in time: nobody is told of it, nor of what was changed with it. */
export const commentTakenBack = defineFact('comment.taken_back', {
  ...aboutComment,
  says: () => i18n.t('Took back a comment'),
  payload: aboutComment.payload.extend({
    /** As in `ticketAnswered`, where it was the first answer. */
    waitedMs: z.number().optional(),
  }),
  untold: ['waitedMs'],
})

/** Their names; forgotten with the ticket, see `forgetWords`. */
const files = z.array(z.string()).optional()

/** Files that were added to a ticket by themselves; those of a comment or a chat message are told with it. */
export const attachmentAdded = defineFact('attachment.added', {
  says: () => i18n.t('Attached files'),
  heading,
  about: 'ticket',
  isPublic: true,
  payload: z.object({ files }),
})

/** As public as the ticket, comment or chat message that the file, its subject, was added to. */
export const attachmentRemoved = defineFact('attachment.removed', {
  says: () => i18n.t('Removed a file'),
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({
    files,
    attachmentId: z.string().optional(),
    /** The chat message it was attached to. */
    chatMessageId: z.string().nullish(),
  }),
  untold: ['attachmentId', 'chatMessageId'],
})
