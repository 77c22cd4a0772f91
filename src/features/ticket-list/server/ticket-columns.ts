import { asc, desc, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { Label } from '#features/labels/contract.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clients } from '#tables/clients.ts'
import { subjectOrder, tickets, urgencyOrder } from '#tables/tickets.ts'
import {
  categories,
  categoryWords,
  priorities,
  priorityWords,
  sourceWords,
  statuses,
  statusWords,
  turns,
  turnWords,
  type Ticket,
} from '#features/tickets/contract.ts'
import {
  columnOf,
  usualOrder,
  type ListColumn,
  type SortedColumn,
} from '#features/tickets/list/columns/contract.ts'
import type { Facet, TicketQuery } from '#features/tickets/list/contract.ts'

/** Order by an index, so that a page costs no more than its depth. */
interface IndexKeys {
  name: string
  by: readonly SQLWrapper[]
}

/** Column to group by, for an order without an index. */
export type GroupKey = Extract<Facet, keyof typeof tickets.$inferSelect>

type RankFinder = (reader: Reader, values: string[]) => Promise<ReadonlyMap<string, string>>

/** Newest first within a group. */
interface Grouping {
  key: GroupKey
  ranksOf: RankFinder
}

interface ColumnOnServer {
  /** Cell of the file: as in the table, but with full times. @param labels of the desk, by name */
  cell(ticket: Ticket, labels: readonly Label[]): string | null
}
interface SortedOnServer extends ColumnOnServer {
  order(viewer: Viewer): IndexKeys | Grouping
}

const asTheyStand =
  (values: readonly string[]): RankFinder =>
  async () =>
    new Map(values.map((value, place) => [value, String(place)]))

const companyNames: RankFinder = async (reader, ids) => {
  const rows = await reader
    .select({ id: clients.id, name: clients.nameSearch })
    .from(clients)
    .where(inArray(clients.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const personNames: RankFinder = async (reader, ids) => {
  const people = await listPeople(reader, ids)
  return new Map(people.map(({ id, firstName, lastName }) => [id, searchable(`${firstName} ${lastName}`)]))
}

export const byCreation: IndexKeys = { name: 'created', by: [tickets.createdAt, tickets.id] }

const byUrgency: IndexKeys = { name: 'urgency', by: [...urgencyOrder(tickets), tickets.id] }

/** Clients see another update time than staff. */
function byUpdate(viewer: Viewer): IndexKeys {
  const moment = isClient(viewer) ? tickets.publicUpdatedAt : tickets.updatedAt
  return { name: moment.name, by: [moment, tickets.id] }
}

export const columnsOnServer: Record<ListColumn, ColumnOnServer> & Record<SortedColumn, SortedOnServer> = {
  created: { order: () => byCreation, cell: (ticket) => ticket.createdAt },
  updated: { order: byUpdate, cell: (ticket) => ticket.updatedAt },
  ticketNumber: {
    order: () => ({ name: 'number', by: [sql`length(${tickets.ticketNumber})`, tickets.ticketNumber] }),
    cell: (ticket) => ticket.ticketNumber,
  },
  subject: {
    order: () => ({ name: 'subject', by: [subjectOrder(tickets.searchText), tickets.id] }),
    cell: (ticket) => ticket.subject,
  },
  client: {
    order: () => ({ key: 'clientId', ranksOf: companyNames }),
    cell: (ticket) => ticket.client.name,
  },
  status: {
    order: () => ({ key: 'status', ranksOf: asTheyStand(statuses) }),
    cell: (ticket) => statusWords[ticket.status],
  },
  priority: {
    order: () => ({ key: 'priority', ranksOf: asTheyStand(priorities) }),
    cell: (ticket) => priorityWords[ticket.priority],
  },
  category: {
    order: () => ({ key: 'category', ranksOf: asTheyStand(categories.toSorted()) }),
    cell: (ticket) => categoryWords[ticket.category],
  },
  assignedTo: {
    order: () => ({ key: 'assignedToId', ranksOf: personNames }),
    cell: ({ assignedTo }) => assignedTo && `${assignedTo.firstName} ${assignedTo.lastName}`,
  },
  customer: { cell: (ticket) => ticket.customerName },
  product: { cell: (ticket) => ticket.productName },
  project: { cell: (ticket) => ticket.projectName },
  source: { cell: (ticket) => sourceWords[ticket.source] },
  turn: {
    order: () => ({ key: 'turn', ranksOf: asTheyStand(turns) }),
    cell: ({ turn }) => turn && turnWords[turn],
  },
  labels: {
    cell: ({ labelIds = [] }, labels) =>
      labels
        .filter(({ id }) => labelIds.includes(id))
        .map(({ name }) => name)
        .join(', '),
  },
}

export interface Ordering extends IndexKeys {
  isDescending: boolean
}

export const newestFirst: Ordering = { ...byCreation, isDescending: true }

export interface GroupOrder extends Grouping {
  isDescending: boolean
}

interface Arrangement {
  /** Order inside a group, or of everything without groups. */
  ordering: Ordering
  group?: GroupOrder
}

export function arrangementOf(
  viewer: Viewer,
  { sort, order = usualOrder(sort) }: Pick<TicketQuery, 'sort' | 'order'>,
): Arrangement {
  const isDescending = order === 'desc'
  const ordered = sort === 'urgency' ? byUrgency : columnsOnServer[columnOf(sort)].order(viewer)
  if ('key' in ordered) return { ordering: newestFirst, group: { ...ordered, isDescending } }
  return { ordering: { ...ordered, isDescending } }
}

export const orderBy = ({ by, isDescending }: Ordering): SQL[] =>
  by.map((key) => (isDescending ? desc(key) : asc(key)))
