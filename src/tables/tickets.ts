import { sql, type SQLWrapper } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  uuid,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core'
import { categories, priorities, sources, statuses, turns } from '#features/tickets/contract.ts'
import { clients } from './clients.ts'
import { createdAt, moment, updatedAt } from './columns.ts'
import { products } from './products.ts'
import { users } from './users.ts'

export const ticketNumbers = pgSequence('ticket_numbers', { startWith: 1 })

/** Sorts by the beginning of the subject, the second line of the folded text. */
export const subjectOrder = (searchText: SQLWrapper) =>
  sql`(left(split_part(${searchText}, e'\\n', 2), 60) collate "C")`

type Urgent = Record<'priority' | 'turn' | 'turnSince' | 'createdAt', SQLWrapper>

/**
 * Sorts by urgency, most urgent first: Critical, High, then the others, and finished ones last. Within each,
 * tickets that wait for staff come first, and the longest wait before the others.
 */
export const urgencyOrder = ({ priority, turn, turnSince, createdAt }: Urgent) =>
  [
    sql`(case when ${turn} is null then 6 else (case ${priority} when 'critical' then 0 when 'high' then 2 else 4 end) + (case ${turn} when 'us' then 0 else 1 end) end)`,
    sql`coalesce(${turnSince}, ${createdAt})`,
  ] as const

export const tickets = pgTable(
  'tickets',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketNumber: text().notNull().unique(),
    subject: text().notNull(),
    description: text().notNull(),
    status: text({ enum: statuses }).notNull().default('open'),
    priority: text({ enum: priorities }).notNull().default('medium'),
    category: text({ enum: categories }).notNull().default('other'),
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    /**
     * Staff or the company's people filed the ticket for it, or staff moved it there. Null in rows of a
     * version before this column; `filedForClient` of ticket-rows.ts reads both.
     */
    filedForClient: boolean(),
    /** The same for nodes of that version; goes with the release after this one. */
    isClientChosen: boolean().notNull().default(false),
    assignedToId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdById: uuid()
      .notNull()
      .references(() => users.id),
    productId: uuid().references(() => products.id, { onDelete: 'set null' }),
    source: text({ enum: sources }).notNull().default('web'),
    customerName: text(),
    productName: text(),
    projectName: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    resolvedAt: moment(),
    /** Set while it is closed; null also for one that a version before this column closed. */
    closedAt: moment(),
    /** A client's word opened it again; null once it is finished again. */
    reopenedAt: moment(),
    /** First answer by staff that the creator can read: a public comment, or chat. */
    firstResponseAt: moment(),
    /** Null when finished, as after resolving. */
    turn: text({ enum: turns }),
    turnSince: moment(),
    version: integer().notNull().default(1),
    /** Version and time for clients, unchanged by internal comments. */
    publicVersion: integer().notNull().default(1),
    publicUpdatedAt: updatedAt(),
    /** Folded copies for substring search, see `searchable`. */
    searchText: text().notNull(),
    customerSearch: text().notNull().default(''),
    productSearch: text().notNull().default(''),
    projectSearch: text().notNull().default(''),
  },
  (t) => {
    // Ascending: read backwards it matches `order by … desc` without naming the place of nulls.
    const newestFirst = (name: string, column: ExtraConfigColumn) =>
      index(`tickets_${name}`).on(column, t.createdAt, t.id)
    // Each serves an order or filter that takes a second among a million tickets without it.
    return [
      index('tickets_newest').on(t.createdAt, t.id),
      index('tickets_updated').on(t.updatedAt, t.id),
      // By length first: as text alone, the millionth number would sort too early.
      index('tickets_number').on(sql`length(${t.ticketNumber})`, t.ticketNumber),
      index('tickets_subject').on(subjectOrder(t.searchText), t.id),
      // Whole, not of unresolved tickets alone: so it serves every filter, and its first rows are unresolved.
      index('tickets_urgency').on(...urgencyOrder(t), t.id),
      index('tickets_board').on(t.status, t.updatedAt, t.id),
      newestFirst('status', t.status),
      newestFirst('priority', t.priority),
      newestFirst('category', t.category),
      newestFirst('assignee', t.assignedToId),
      newestFirst('client', t.clientId),
      newestFirst('creator', t.createdById),
      newestFirst('turn', t.turn),
      // Also finds a product's last change.
      index('tickets_product').on(t.productId, t.updatedAt),
      // Finds the longest wait for staff.
      index('tickets_waiting')
        .on(t.turnSince, t.id)
        .where(sql`${t.turn} = 'us'`),
      index('tickets_resolved').on(t.resolvedAt, t.assignedToId),
      newestFirst('customer_name', t.customerSearch),
      newestFirst('product_name', t.productSearch),
      newestFirst('project_name', t.projectSearch),
    ]
  },
)
