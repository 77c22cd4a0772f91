import { z } from 'zod'
import { desk } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, text } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { Paging } from '#platform/contract/paging.ts'
import { ages, Category, oneOf, Priority, Status, TicketPage } from '../contract.ts'

export const Unassigned = 'unassigned'
const filterText = (label: string) => text(label, limits.search).optional()

export const TicketFilter = z.object({
  search: filterText('search'),
  status: Status.optional(),
  priority: Priority.optional(),
  assignedToId: z
    .union([z.literal(Unassigned), Id], { error: `assignedToId must be a user's id or ${Unassigned}` })
    .optional(),
  clientId: Id.optional(),
  customerName: filterText('customerName'),
  productName: filterText('productName'),
  projectName: filterText('projectName'),
  category: Category.optional(),
  ageFilter: oneOf('ageFilter', ages).optional(),
})
export type TicketFilter = z.output<typeof TicketFilter>

export const sorts = [
  'created',
  'updated',
  'number',
  'subject',
  'client',
  'status',
  'priority',
  'category',
  'assignee',
] as const
export type Sort = (typeof sorts)[number]
const orders = ['asc', 'desc'] as const
export type Order = (typeof orders)[number]

/** Times begin with the newest; the rest with what comes first: `a`, open, low. */
export const usualOrder = (sort: Sort): Order => (sort === 'created' || sort === 'updated' ? 'desc' : 'asc')

/** Equal values stand with the newest ticket first. */
export const TicketSort = z.object({
  sort: oneOf('sort', sorts).default('created'),
  /** When absent: `usualOrder`. */
  order: oneOf('order', orders).optional(),
})

export const TicketQuery = TicketFilter.extend(Paging.shape).extend(TicketSort.shape)
export type TicketQuery = z.output<typeof TicketQuery>

/** The filters whose choices are counted. */
export const facets = ['status', 'priority', 'category', 'assignedToId', 'clientId', 'ageFilter'] as const
export type Facet = (typeof facets)[number]

export const CountsQuery = TicketFilter.extend({
  /** Only of this filter; absent: of all. */
  by: oneOf('by', facets).optional(),
})
export type CountsQuery = z.output<typeof CountsQuery>

const Counts = z.record(z.string(), z.number().int())
/** For each filter how many tickets each of its choices would show beside the other filters; a choice that is not named shows none. */
export const TicketCounts = z
  .object({
    status: Counts,
    priority: Counts,
    category: Counts,
    assignedToId: Counts,
    clientId: Counts,
    ageFilter: Counts,
  })
  .partial()
export type TicketCounts = z.infer<typeof TicketCounts>

/** The columns of the ticket table that can be chosen and ordered; number, subject and actions always stand in their places. */
export const ticketColumns = [
  'client',
  'status',
  'priority',
  'assignedTo',
  'created',
  'updated',
  'category',
  'customer',
  'product',
  'project',
  'source',
] as const
export type TicketColumn = (typeof ticketColumns)[number]

const exportColumns = ['ticketNumber', 'subject', ...ticketColumns] as const
export type ExportColumn = (typeof exportColumns)[number]
export const columnWords: Record<ExportColumn, string> = {
  ticketNumber: 'Ticket #',
  subject: 'Subject',
  client: 'Client',
  status: 'Status',
  priority: 'Priority',
  assignedTo: 'Assigned To',
  created: 'Created',
  updated: 'Updated',
  category: 'Category',
  customer: 'Customer',
  product: 'Product',
  project: 'Project',
  source: 'Source',
}
const ExportColumn = oneOf('columns', exportColumns)
export const usualColumns: readonly TicketColumn[] = ['client', 'status', 'priority', 'assignedTo', 'created']

export const ExportQuery = TicketFilter.extend(TicketSort.shape).extend({
  /** With commas between them, in the order of the file. */
  columns: z
    .string()
    .prefault(['ticketNumber', 'subject', ...usualColumns].join())
    .transform((names) => names.split(','))
    .pipe(z.array(ExportColumn).max(exportColumns.length, 'columns names too many columns')),
})
export type ExportQuery = z.output<typeof ExportQuery>

export const ticketListApi = api({
  list: {
    method: 'GET',
    path: '/api/tickets',
    summary: 'Tickets the viewer may see, filtered, newest first, with the exact number of all matches',
    access: 'signed-in',
    query: TicketQuery,
    reply: TicketPage,
  },
  counts: {
    method: 'GET',
    path: '/api/tickets/counts',
    summary: 'For each filter, how many tickets each of its choices would show beside the other filters',
    access: 'signed-in',
    query: CountsQuery,
    reply: TicketCounts,
  },
  export: {
    method: 'GET',
    path: '/api/tickets/export',
    summary: 'The filtered list as a CSV file, in the order of the list',
    access: desk,
    query: ExportQuery,
    reply: z.string(),
  },
})
