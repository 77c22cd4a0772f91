import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'

/** What came in and goes out through a messaging channel: the one so that nothing is taken in twice, the other until it is sent. */
export const channelMessages = pgTable(
  'channel_messages',
  {
    /** The provider's id of what came in, ours of what goes out. */
    id: text().primaryKey(),
    direction: text({ enum: ['in', 'out'] }).notNull(),
    phoneNumber: text().notNull(),
    /** Of what goes out. What came in is kept in the ticket it became part of, and nowhere else. */
    message: text().notNull(),
    /** When sending is tried next; null once it was sent, or given up. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    failure: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('channel_messages_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('channel_messages_number').on(t.phoneNumber, t.createdAt),
  ],
)
