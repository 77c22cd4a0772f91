import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

/** People besides the requester who take part in a ticket; visibility is judged by `canSee`. */
export const ticketParticipants = pgTable(
  'ticket_participants',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Null for an address that nobody of the desk has confirmed to be a person. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    address: text(),
    name: text(),
    addedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null: gives no access and gets no mail. */
    confirmedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('ticket_participants_user').on(t.ticketId, t.userId),
    uniqueIndex('ticket_participants_address').on(t.ticketId, sql`lower(${t.address})`),
    index('ticket_participants_of').on(t.userId, t.ticketId),
  ],
)
