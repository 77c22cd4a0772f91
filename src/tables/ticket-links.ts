import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { tickets } from './tickets.ts'

/** Tickets that continue a closed one. */
export const ticketLinks = pgTable(
  'ticket_links',
  {
    ticketId: uuid()
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    earlierId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
  },
  (t) => [index('ticket_links_earlier').on(t.earlierId)],
)
