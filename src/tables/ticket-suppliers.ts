import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { updatedAt } from './columns.ts'
import { tickets } from './tickets.ts'

/** Suppliers of tickets. Apart from the tickets, so that no list, search or export of clients reads them. */
export const ticketSuppliers = pgTable(
  'ticket_suppliers',
  {
    ticketId: uuid()
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** In normal form. */
    address: text().notNull(),
    /** Number of the case at the supplier. */
    number: text(),
    updatedAt: updatedAt(),
  },
  (t) => [index('ticket_suppliers_address').on(t.address)],
)
