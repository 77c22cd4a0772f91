import { z } from 'zod'
import { Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, Id, requiredText, text, Timestamp, type Words } from '#platform/contract/fields.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { Reason } from '#features/ticket-search/contract.ts'

export const statuses = ['open', 'progress', 'testing', 'resolved', 'closed'] as const
export const priorities = ['low', 'medium', 'high', 'critical'] as const
export const categories = ['email', 'network', 'software', 'hardware', 'application', 'other'] as const
export const sources = ['web', 'whatsapp', 'email'] as const
/** Party to act next. Independent of the status. */
export const turns = ['us', 'client', 'third_party'] as const
export const ages = ['today', 'week', 'month', 'older'] as const
export const unresolvedStatuses = ['open', 'progress', 'testing'] as const
/** Columns of the board; closed tickets appear in lists only. */
export const boardStatuses = ['open', 'progress', 'testing', 'resolved'] as const

export const oneOf = <const T extends readonly string[]>(label: Words, values: T) =>
  z.enum(values, {
    error: () => i18n.t('{field} must be one of: {values}', { field: label(), values: values.join(', ') }),
  })

export const Status = oneOf(() => i18n.t('Status'), statuses)
export type Status = z.infer<typeof Status>
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
/** Age, or a band of days that ends where a younger one begins. */
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
export const turnWords: Record<Turn, string> = words({
  us: () => i18n.t('Waiting for us'),
  client: () => i18n.t('Waiting for client'),
  third_party: () => i18n.t('Waiting for third party'),
})
export const turnNames: Record<Turn, string> = words({
  us: () => i18n.t('{waitingFor, select, other {Us}}', { waitingFor: '' }),
  client: () => i18n.t('{waitingFor, select, other {Client}}', { waitingFor: '' }),
  third_party: () => i18n.t('{waitingFor, select, other {Third party}}', { waitingFor: '' }),
})
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
  get email() {
    return i18n.t('Email')
  },
}

/** Facts of a ticket that people write. */
export const textFields = ['subject', 'description', 'customerName', 'productName', 'projectName'] as const
export type TextField = (typeof textFields)[number]

/** `contactEmail` is for staff and members of the company only. */
const TicketClient = z.object({
  name: z.string(),
  companyName: z.string(),
  website: z.string().nullable(),
  contactEmail: z.string().nullable().optional(),
})

export const Ticket = z.object({
  id: Id,
  /** Readers accept an empty one and show the id. */
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
  /** Counts changes visible to the viewer; also the ETag. */
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  resolvedAt: Timestamp.nullable(),
  /** A client's word opened it again; null before, and once it is finished again. */
  reopenedAt: Timestamp.nullable().catch(null),
  /** Party to act next; null when finished, as after resolving. */
  turn: Turn.nullable().catch(null),
  turnSince: Timestamp.nullable().catch(null),
  /** For staff alone: ids of its labels, ascending. */
  labelIds: z.array(Id).optional(),
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
  /** Company, from staff only; ignored from clients. */
  clientId: Id.nullish(),
  /** Person of that company, from the desk only; ignored from clients. */
  requesterId: Id.nullish(),
  /** Assignee, from the desk only; ignored from clients. */
  assignedToId: Id.nullish(),
})
export type NewTicket = z.output<typeof NewTicket>

export const TicketChange = changing(
  z.object({
    status: Status.optional(),
    priority: Priority.optional(),
    assignedToId: Id.nullable().optional(),
    clientId: Id.optional(),
    subject: requiredText(() => i18n.t('Subject'), limits.subject).optional(),
    description: requiredText(() => i18n.t('Description'), limits.description).optional(),
    category: Category.optional(),
    /** Null undoes the first value of a ticket that had none. */
    customerName: requiredText(() => i18n.t('Customer'), limits.name)
      .nullable()
      .optional(),
    productName: requiredText(() => i18n.t('Product'), limits.name)
      .nullable()
      .optional(),
    projectName: text(() => i18n.t('Project'), limits.name)
      .nullable()
      .optional(),
    /** Requester: an active person of the client, active staff, or a former requester. */
    createdById: Id.optional(),
    /** Overrides the conversation. Null requires a resolved or closed ticket. */
    turn: Turn.nullable().optional(),
    /** Undoes the latest status change: restores resolution time, and turn unless a comment came since. */
    isUndo: z.boolean({ error: () => i18n.t('isUndo must be true or false') }).optional(),
  }),
  () => i18n.t('Nothing to change: send status, priority, assignedToId, turn, or another fact of the ticket'),
  'isUndo',
)
export type TicketChange = z.output<typeof TicketChange>

export const TicketPage = z.object({
  tickets: z.array(Ticket),
  total: z.number().int(),
  /** The search was truncated: `total` counts the newest hits. */
  totalIsAtLeast: z.literal(true).optional(),
  /** By ticket: a place of the search outside number and subject, where these lack a word of it. */
  reasons: z.record(Id, Reason).optional(),
})
export type TicketPage = z.infer<typeof TicketPage>

/** Kinds of mails that are one line on a ticket: `held` ones came too often. */
export const notedMails = [
  'auto-reply',
  'out-of-office',
  'bounce',
  'list',
  'bulk',
  'notification',
  'held',
] as const

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
    'comment-edited',
    'comment-restored',
    'comment-taken-back',
    'attached',
    'removed',
    'deleted',
    'restored',
    'mail',
    'participant-added',
    'participant-removed',
    'label-added',
    'label-removed',
  ]),
  /** For `created`: requester of a ticket that the desk submitted. */
  onBehalfOf: Person.optional(),
  /** For `participant-added` and `participant-removed`; absent for an address. */
  participant: Person.optional(),
  /** For `label-added` and `label-removed`: the name at that time. */
  label: z.string().optional(),
  /** For `changed`: values before and after; people and companies by name. Never the texts of descriptions. */
  changes: z.array(
    z.object({
      field: z.enum([
        'status',
        'priority',
        'assignedTo',
        'client',
        'turn',
        'category',
        'requester',
        ...textFields,
      ]),
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** For `assignedTo`: the actor took the ticket. */
      isSelf: z.boolean().optional(),
      /** For `status`: the actor's reply opened the ticket again. */
      isReply: z.boolean().optional(),
    }),
  ),
  files: z.array(z.string()),
  isInternal: z.boolean(),
  /** For `mail`: an automatic mail, or mails that were held back as too many. */
  mail: z
    .object({
      /** Id of the received mail. */
      id: Id,
      kind: z.enum(notedMails),
      /** Sender; null once it was erased. */
      from: z.string().nullable(),
      /** Last day of an absence, as YYYY-MM-DD. */
      until: z.string().nullable(),
      count: z.number().int(),
    })
    .optional(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

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
      'Change status, priority, turn, or facts of a ticket; for the desk also assignee and client; honours If-Match',
    access: staff,
    params: ById,
    body: TicketChange,
    reply: Ticket,
    ifMatch: true,
  },
})

/** `position` is the viewer's place in the log after this message. */
const live = { position: z.number().int(), own: z.boolean() }

export const TicketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ticket:update'), ticket: Ticket, ...live }),
  z.object({ type: z.literal('ticket:assigned'), assignedUserId: Id, ticket: Ticket, ...live }),
  /** Sent only to the person mentioned in an internal comment. */
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
    /** Absent when the ticket only moved to a company the viewer cannot see. */
    by: Person.nullish(),
    at: Timestamp.nullish(),
    ...live,
  }),
])
export type TicketMessage = z.infer<typeof TicketMessage>
