import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

/** How far a person has read the comments of a ticket; where there is no row, up to `users.commentsReadTo`. */
export const ticketReads = pgTable(
  'ticket_reads',
  {
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the last comment that they have seen was written. */
    readTo: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.userId] }), index('ticket_reads_user').on(t.userId)],
)
