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

/** Folded by `searchable`, the subject is the second line of the text; its beginning is enough for an order. */
export const subjectOrder = (searchText: SQLWrapper) =>
  sql`(left(split_part(${searchText}, e'\\n', 2), 60) collate "C")`

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
     * Staff or one of the company's people filed the ticket for it, or staff moved it there. Null where a version before this column has
     * written the row: `filedForClient` of ticket-rows.ts reads both.
     */
    filedForClient: boolean(),
    /** The same for nodes of that version, which still read and write it; goes with the release after this one. */
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
    /** When staff first answered in a way its creator can read: by a comment that is not internal, or in the chat. */
    firstResponseAt: moment(),
    /** Null while it is nobody's, as after it was resolved. */
    turn: text({ enum: turns }),
    turnSince: moment(),
    version: integer().notNull().default(1),
    /** The count that clients see: an internal comment moves the other two, never these. */
    publicVersion: integer().notNull().default(1),
    publicUpdatedAt: updatedAt(),
    /** Folded copies for contain-matching, see `searchable`. */
    searchText: text().notNull(),
    customerSearch: text().notNull().default(''),
    productSearch: text().notNull().default(''),
    projectSearch: text().notNull().default(''),
  },
  (t) => {
    // Ascending: read backwards it gives newest first, and matches `order by … desc` without naming where nulls go.
    const newestFirst = (name: string, column: ExtraConfigColumn) =>
      index(`tickets_${name}`).on(column, t.createdAt, t.id)
    // Each stands for an order or a filter of the list that takes a second among a million tickets without it.
    return [
      index('tickets_newest').on(t.createdAt, t.id),
      index('tickets_updated').on(t.updatedAt, t.id),
      // Longer numbers are later ones: as text alone, the millionth would stand before the last but one.
      index('tickets_number').on(sql`length(${t.ticketNumber})`, t.ticketNumber),
      index('tickets_subject').on(subjectOrder(t.searchText), t.id),
      index('tickets_board').on(t.status, t.updatedAt, t.id),
      newestFirst('status', t.status),
      newestFirst('priority', t.priority),
      newestFirst('category', t.category),
      newestFirst('assignee', t.assignedToId),
      newestFirst('client', t.clientId),
      newestFirst('creator', t.createdById),
      newestFirst('turn', t.turn),
      // Also finds when a ticket of a product last changed.
      index('tickets_product').on(t.productId, t.updatedAt),
      // Finds the one that has waited for us longest.
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
