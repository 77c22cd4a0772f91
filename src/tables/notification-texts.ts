import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Text messages about tickets, each about one event, from when they are wanted until a month after they were sent. */
export const notificationTexts = pgTable(
  'notification_texts',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The event it tells of; a user is texted about it once. */
    position: bigint({ mode: 'number' }).notNull(),
    /** When sending is tried next; null once it was sent, given up, or needed no more. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    failure: text(),
    sentAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('notification_texts_once').on(t.userId, t.position),
    index('notification_texts_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('notification_texts_created').on(t.createdAt),
  ],
)
