import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { Category, notedMails, Priority, Status, textFields, Turn } from '../contract.ts'

const heading = () => i18n.t('Tickets')

/** Values by which lists filter and count tickets, at one moment; no texts of people. */
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
  /** Confirmed participants; absent before there were any. */
  participantIds: z.array(z.string()).default([]),
  /** Ascending; absent before there were labels. */
  labelIds: z.array(z.string()).optional(),
  createdAt: z.string(),
  /** Absent before there were turns. */
  turn: Turn.nullable().optional(),
  /** Absent before totals were carried forward. */
  resolvedAt: z.string().nullable().optional(),
})
export type Facets = z.output<typeof Facets>
/** Present form, without optional fields. */
export type TicketFacets = Required<Facets>

const change = <S extends z.ZodType>(value: S) => z.object({ from: value, to: value }).optional()

const Changes = z.object({
  status: change(Status),
  priority: change(Priority),
  assignedToId: change(z.string().nullable()),
  clientId: change(z.string()),
  turn: change(Turn.nullable()),
  category: change(Category),
  createdById: change(z.string()),
})
export type Changes = z.output<typeof Changes>

const text = change(z.string().nullable())
const Texts = z.object({ subject: text, customerName: text, productName: text, projectName: text })
export type Texts = z.output<typeof Texts>

const Seen = Facets.pick({
  createdById: true,
  clientId: true,
  creatorBelongs: true,
  participantIds: true,
})
export type Seen = z.output<typeof Seen>

const aboutTicket = { heading, about: 'ticket', isPublic: true } as const

export const ticketCreated = defineFact('ticket.created', {
  ...aboutTicket,
  says: () => i18n.t('Submitted a ticket'),
  payload: z.object({
    ticketNumber: z.string(),
    /** Absent in events of 0.1.0, like `before` and `after` below. */
    after: Facets.optional(),
    /** Requester, when the actor submitted it for them. */
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
    /** Texts that were edited. */
    edited: z.array(z.enum(textFields)).optional(),
    /** Their values, without those of descriptions; deleted with the ticket, see `forgetWords`. */
    texts: Texts.optional(),
    /** Visibility before a move to another company, or to another requester. */
    sight: Seen.optional(),
    before: Facets.optional(),
    after: Facets.optional(),
    /** Start of the turn in `before`, when the change ended it. */
    turnSince: z.string().optional(),
    /** Times before a change of the status. */
    closedAt: z.string().optional(),
    reopenedAt: z.string().optional(),
    /** Comment that carried or undid the change. */
    commentId: z.string().optional(),
    /** A client's word opened the ticket again. */
    isReply: z.boolean().optional(),
  }),
  untold: [
    'texts',
    'sight',
    'before',
    'after',
    'turnSince',
    'closedAt',
    'reopenedAt',
    'commentId',
    'isReply',
  ],
})

/** Turn passed on by a message. A turn set by staff is a `ticketChanged`. */
export const ticketTurned = defineFact('ticket.turned', {
  ...aboutTicket,
  says: () => i18n.t('Changed who is waiting'),
  payload: z.object({
    before: Facets,
    after: Facets,
    turnSince: z.string().optional(),
    commentId: z.string().optional(),
  }),
  untold: ['before', 'after', 'turnSince', 'commentId'],
})

/** First answer by staff that the creator can read. Comments and chat tell the text. */
export const ticketAnswered = defineFact('ticket.answered', {
  says: () => i18n.t('Sent the first reply to a ticket'),
  heading,
  about: 'ticket',
  isPublic: false,
  /** Waiting time of the creator, in milliseconds. Absent before totals were carried forward. */
  payload: z.object({ waitedMs: z.number().optional(), commentId: z.string().optional() }),
  untold: ['waitedMs', 'commentId'],
})

/** Carries the fields that decide visibility once the ticket is gone. */
export const ticketDeleted = defineFact('ticket.deleted', {
  ...aboutTicket,
  says: () => i18n.t('Deleted a ticket'),
  payload: Seen.extend({
    ticketNumber: z.string(),
    before: Facets.optional(),
    /** As in `ticketAnswered`; null: unanswered. */
    waitedMs: z.number().nullable().optional(),
  }),
  untold: ['createdById', 'clientId', 'creatorBelongs', 'participantIds', 'before', 'waitedMs'],
  subjectName: 'ticketNumber',
})

/** Automatic mail, or one of too many: it changes nothing, and nobody is told. The subject is the received mail. */
export const ticketMailNoted = defineFact('ticket.mail_noted', {
  heading,
  about: 'ticket',
  isPublic: false,
  says: () => i18n.t('Received an automatic mail'),
  payload: z.object({ mailKind: z.enum(notedMails), until: z.string().optional() }),
  untold: ['until'],
})

const taking = {
  ...aboutTicket,
  payload: z.object({
    /** Absent for an address without a user, which is not written here. */
    userId: z.string().optional(),
    before: Facets,
    after: Facets,
  }),
} as const

/** A person takes part in the ticket; the subject is the participant. */
export const participantAdded = defineFact('participant.added', {
  ...taking,
  says: () => i18n.t('Added a participant to a ticket'),
  untold: ['before', 'after'],
})
export const participantRemoved = defineFact('participant.removed', {
  ...taking,
  says: () => i18n.t('Removed a participant from a ticket'),
  untold: ['before', 'after'],
})

const labelling = {
  heading,
  about: 'ticket',
  isPublic: false,
  payload: z.object({ label: z.string(), before: Facets, after: Facets }),
  untold: ['before', 'after'],
} as const

/** The subject is the label, which is told by its name at that time. */
export const labelPutOn = defineFact('ticket.labelled', {
  ...labelling,
  says: () => i18n.t('Put a label on a ticket'),
})
export const labelTakenOff = defineFact('ticket.unlabelled', {
  ...labelling,
  says: () => i18n.t('Took a label off a ticket'),
})

/** Entered or changed as in another system. Followers of tickets hear of a whole import at once. */
export const ticketImported = defineFact('ticket.imported', {
  ...aboutTicket,
  says: () => i18n.t('Imported a ticket'),
  payload: z.object({
    ticketNumber: z.string(),
    isNew: z.boolean(),
    fields: z.array(z.string()).optional(),
  }),
  subjectName: 'ticketNumber',
})

export const commentImported = defineFact('comment.imported', {
  says: () => i18n.t('Imported a comment'),
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
})

export const ticketRestored = defineFact('ticket.restored', {
  ...aboutTicket,
  says: () => i18n.t('Restored a ticket'),
  payload: z.object({
    ticketNumber: z.string(),
    after: Facets,
    waitedMs: z.number().nullable(),
  }),
  untold: ['after', 'waitedMs'],
  subjectName: 'ticketNumber',
})

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

/** Public like its comment, the subject. */
export const commentAdded = defineFact('comment.added', {
  says: () => i18n.t('Commented'),
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({
    isInternal: z.boolean().optional(),
    mentions: z.array(z.string()).optional(),
    /** People of the client who have the words already: the author wrote them a mail. */
    reachedIds: z.array(z.string()).optional(),
  }),
  untold: ['reachedIds'],
})

const aboutComment = {
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({ isInternal: z.boolean() }),
} as const

/** Corrected by its author in time; the comment has the texts. */
export const commentEdited = defineFact('comment.edited', {
  ...aboutComment,
  says: () => i18n.t('Edited a comment'),
})
/** Public like the former comment, the subject. */
export const commentDeleted = defineFact('comment.deleted', {
  ...aboutComment,
  says: () => i18n.t('Deleted a comment'),
})
export const commentRestored = defineFact('comment.restored', {
  ...aboutComment,
  says: () => i18n.t('Restored a comment'),
})

/** Undone by its author in time: neither it nor its changes are announced. */
export const commentTakenBack = defineFact('comment.taken_back', {
  ...aboutComment,
  says: () => i18n.t('Took back a comment'),
  payload: aboutComment.payload.extend({
    /** As in `ticketAnswered`, for a first answer. */
    waitedMs: z.number().optional(),
  }),
  untold: ['waitedMs'],
})

/** File names; deleted with the ticket, see `forgetWords`. */
const files = z.array(z.string()).optional()

/** Files added to the ticket itself; those of comments and chat are told with these. */
export const attachmentAdded = defineFact('attachment.added', {
  says: () => i18n.t('Attached files'),
  heading,
  about: 'ticket',
  isPublic: true,
  payload: z.object({ files }),
})

/** Public like the ticket, comment or chat message of the file, which is the subject. */
export const attachmentRemoved = defineFact('attachment.removed', {
  says: () => i18n.t('Removed a file'),
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({
    files,
    attachmentId: z.string().optional(),
    chatMessageId: z.string().nullish(),
  }),
  untold: ['attachmentId', 'chatMessageId'],
})
