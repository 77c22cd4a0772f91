import { i18n, words } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, Id, requiredText, text, Timestamp, type Words } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

export const statuses = ['open', 'progress', 'testing', 'resolved', 'closed'] as const
export const priorities = ['low', 'medium', 'high', 'critical'] as const
export const categories = ['email', 'network', 'software', 'hardware', 'application', 'other'] as const
export const sources = ['web', 'whatsapp'] as const
/** Whose move is next, where anybody's is. It is no status. */
export const turns = ['us', 'client', 'third_party'] as const
export const ages = ['today', 'week', 'month', 'older'] as const
/** What somebody still has to do something about. */
export const unresolvedStatuses = ['open', 'progress', 'testing'] as const
/** The columns of the board; closed tickets are in the table only. */
export const boardStatuses = ['open', 'progress', 'testing', 'resolved'] as const

export const oneOf = <const T extends readonly string[]>(label: Words, values: T) =>
  z.enum(values, {
    error: () => i18n.t('{field} must be one of: {values}', { field: label(), values: values.join(', ') }),
  })

export const Status = oneOf(() => i18n.t('Status'), statuses)
export type Status = z.infer<typeof Status>
/** The values in words, for the screens and for texts of the server. */
export const statusWords: Record<Status, string> = words({
  open: () => i18n.t('Open'),
  progress: () => i18n.t('In Progress'),
  testing: () => i18n.t('Testing'),
  resolved: () => i18n.t('Resolved'),
  closed: () => i18n.t('Closed'),
})
export const Priority = oneOf(() => i18n.t('Priority'), priorities)
export type Priority = z.infer<typeof Priority>
export const Category = oneOf(() => i18n.t('Category'), categories)
export type Category = z.infer<typeof Category>
export const Turn = oneOf(() => i18n.t('Turn'), turns)
export type Turn = z.infer<typeof Turn>
export type Age = (typeof ages)[number]
/** An age, or a band of days that begins where a younger one ends. */
export type AgeOrBand = Age | '2-7' | '8-30'

export const priorityWords: Record<Priority, string> = words({
  low: () => i18n.t('Low'),
  medium: () => i18n.t('Medium'),
  high: () => i18n.t('High'),
  critical: () => i18n.t('Critical'),
})
export const categoryWords: Record<Category, string> = words({
  email: () => i18n.t('Email'),
  network: () => i18n.t('Network'),
  software: () => i18n.t('Software'),
  hardware: () => i18n.t('Hardware'),
  application: () => i18n.t('Application'),
  other: () => i18n.t('Other'),
})
export const ageWords: Record<AgeOrBand, string> = words({
  today: () => i18n.t('Today'),
  week: () => i18n.t('Past week'),
  month: () => i18n.t('Past month'),
  older: () => i18n.t('Older'),
  '2-7': () => i18n.t('1–7 days'),
  '8-30': () => i18n.t('8–30 days'),
})
/** As staff read it. */
export const turnWords: Record<Turn, string> = words({
  us: () => i18n.t('Waiting for us'),
  client: () => i18n.t('Waiting for client'),
  third_party: () => i18n.t('Waiting for third party'),
})
/** As staff read it behind "Waiting For". */
export const turnNames: Record<Turn, string> = words({
  us: () => i18n.t('{waitingFor, select, other {Us}}', { waitingFor: '' }),
  client: () => i18n.t('{waitingFor, select, other {Client}}', { waitingFor: '' }),
  third_party: () => i18n.t('{waitingFor, select, other {Third party}}', { waitingFor: '' }),
})
/** As clients read it. */
export const turnWordsForClients: Record<Turn, string> = words({
  us: () => i18n.t('Waiting for support'),
  client: () => i18n.t('Waiting for you'),
  third_party: () => i18n.t('Waiting for a third party'),
})
export const sourceWords: Record<(typeof sources)[number], string> = {
  get web() {
    return i18n.t('Web')
  },
  whatsapp: 'WhatsApp',
}

/** The client company as it stands on a ticket; `contactEmail` only for staff and members of that company. */
const TicketClient = z.object({
  name: z.string(),
  companyName: z.string(),
  website: z.string().nullable(),
  contactEmail: z.string().nullable().optional(),
})

export const Ticket = z.object({
  id: Id,
  /** Readers get an empty one where none was sent, and then show the id. */
  ticketNumber: z.string().catch(''),
  subject: z.string(),
  category: Category,
  /** Readers take a missing one for medium. */
  priority: Priority.catch('medium'),
  status: Status,
  customerName: z.string().nullable(),
  productName: z.string().nullable(),
  projectName: z.string().nullable(),
  clientId: Id,
  client: TicketClient,
  createdById: Id,
  assignedToId: Id.nullable(),
  assignedTo: Person.nullable(),
  productId: Id.nullable(),
  source: z.enum(sources),
  /** Counts the changes this viewer may know of; also the ETag. */
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  resolvedAt: Timestamp.nullable(),
  /** Whose move is next; null while nobody's is, as after it was resolved. */
  turn: Turn.nullable().catch(null),
  /** Since when it is theirs. */
  turnSince: Timestamp.nullable().catch(null),
})
export type Ticket = z.infer<typeof Ticket>

export const NewTicket = z.object({
  subject: requiredText(() => i18n.t('Subject'), limits.subject),
  description: requiredText(() => i18n.t('Description'), limits.description),
  customerName: requiredText(() => i18n.t('Customer'), limits.name),
  productName: requiredText(() => i18n.t('Product'), limits.name),
  projectName: text(() => i18n.t('Project'), limits.name).nullish(),
  category: Category.default('other'),
  priority: Priority.default('medium'),
  /** Staff only: the company the ticket belongs to. Ignored from clients. */
  clientId: Id.nullish(),
  /** The desk only: one of that company's people, whose ticket it then is. Ignored from clients. */
  requesterId: Id.nullish(),
  /** The desk only: who is to work on it. Ignored from clients. */
  assignedToId: Id.nullish(),
})
export type NewTicket = z.output<typeof NewTicket>

export const TicketChange = changing(
  z.object({
    status: Status.optional(),
    priority: Priority.optional(),
    assignedToId: Id.nullable().optional(),
    /** The company that the ticket is moved to. */
    clientId: Id.optional(),
    /** Otherwise the conversation decides. Null, nobody's, is for tickets that are resolved or closed. */
    turn: Turn.nullable().optional(),
    /**
     * Takes back the latest change of the status: whose turn it was, and since when, is so again, unless somebody has spoken since; and
     * it was resolved when it had been.
     */
    isUndo: z.boolean({ error: () => i18n.t('isUndo must be true or false') }).optional(),
  }),
  () => i18n.t('Nothing to change: send status, priority, assignedToId, clientId or turn'),
  'isUndo',
)
export type TicketChange = z.output<typeof TicketChange>

/** A page of a list, with the exact number of all that match. */
export const TicketPage = z.object({
  tickets: z.array(Ticket),
  total: z.number().int(),
  /** A search has found more than it shows: `total` counts the newest. */
  totalIsAtLeast: z.literal(true).optional(),
})
export type TicketPage = z.infer<typeof TicketPage>

export const HistoryEntry = z.object({
  id: z.string(),
  at: Timestamp,
  by: Person.nullable(),
  what: z.enum([
    'created',
    'imported',
    'changed',
    'commented',
    'comment-deleted',
    'comment-restored',
    'comment-taken-back',
    'attached',
    'removed',
    'deleted',
    'restored',
  ]),
  /** For `created`: whose ticket it is, when somebody of the desk submitted it for them. */
  onBehalfOf: Person.optional(),
  /** For `changed`: each field with its value before and after; people and companies by name. */
  changes: z.array(
    z.object({
      field: z.enum(['status', 'priority', 'assignedTo', 'client', 'turn']),
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** For `assignedTo`: they gave the ticket to themselves. */
      isSelf: z.boolean().optional(),
    }),
  ),
  /** For `attached` and `removed`: the names of the files. */
  files: z.array(z.string()),
  isInternal: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** A ticket by its id or by its number. */
export const ByIdOrNumber = z.object({ id: z.union([Id, z.string().regex(/^TKT-\d{6,}$/i)]) })

export const ticketApi = api({
  history: {
    method: 'GET',
    path: '/api/tickets/:id/history',
    summary: 'What happened to a ticket, oldest first',
    access: 'signed-in',
    params: ById,
    reply: z.array(HistoryEntry),
  },
  change: {
    method: 'PUT',
    path: '/api/tickets/:id',
    summary:
      'Change status, priority, assignee, whose turn it is, or, for the desk, client; honours If-Match',
    access: staff,
    params: ById,
    body: TicketChange,
    reply: Ticket,
    ifMatch: true,
  },
})

/** Every live message carries `position`, the place in the log up to which this viewer has now heard. */
const live = { position: z.number().int(), own: z.boolean() }

export const TicketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ticket:update'), ticket: Ticket, ...live }),
  z.object({ type: z.literal('ticket:assigned'), assignedUserId: Id, ticket: Ticket, ...live }),
  /** Told to nobody but the person an internal comment calls by name. */
  z.object({
    type: z.literal('comment:mention'),
    ticketId: Id,
    ticketNumber: z.string(),
    by: Person.nullable().catch(null),
    ...live,
  }),
  z.object({
    type: z.literal('ticket:deleted'),
    ticketId: Id,
    ticketNumber: z.string(),
    /** Who deleted it, and when; neither where it was only given to a company whose tickets the viewer may not see. */
    by: Person.nullish(),
    at: Timestamp.nullish(),
    ...live,
  }),
])
export type TicketMessage = z.infer<typeof TicketMessage>
