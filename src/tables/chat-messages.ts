import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    senderId: uuid()
      .notNull()
      .references(() => users.id),
    recipientId: uuid()
      .notNull()
      .references(() => users.id),
    message: text().notNull(),
    readAt: moment(),
    createdAt: createdAt(),
    /** See `searchable`. */
    searchText: text().notNull().default(''),
  },
  (t) => [
    index('chat_messages_ticket').on(t.ticketId, t.createdAt, t.id),
    index('chat_messages_created').on(t.createdAt),
    index('chat_messages_sender').on(t.senderId),
    index('chat_messages_recipient').on(t.recipientId, t.readAt),
    index('chat_messages_waiting')
      .on(t.ticketId, t.recipientId)
      .where(sql`${t.readAt} is null`),
  ],
)
