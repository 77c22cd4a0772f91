import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

/** Read position of a person in a ticket's comments; without a row `users.commentsReadTo` applies. */
export const ticketReads = pgTable(
  'ticket_reads',
  {
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Creation time of the last comment seen. */
    readTo: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.userId] }), index('ticket_reads_user').on(t.userId)],
)
