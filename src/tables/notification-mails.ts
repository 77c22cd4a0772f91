import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#features/notifications/contract.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Mails about tickets, from when they are wanted until a month after they were sent. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    /** Also what makes the Message-ID, so that a mail sent twice is known as one. */
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notificationType: text({ enum: notificationTypes }).notNull(),
    /** What it tells of, such as one event or one day: there is one mail of each type for each user and period. */
    period: text().notNull(),
    /** Of a summary: where what it tells of begins and ends. */
    since: moment(),
    until: moment(),
    /** Its user was connected when it was queued: it is sent unless their browser has answered since. */
    unlessAnswered: boolean().notNull().default(false),
    /** When sending is tried next; null once it was sent, given up, or needed no more. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    failure: text(),
    sentAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('notification_mails_once').on(t.userId, t.notificationType, t.period),
    index('notification_mails_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('notification_mails_failed')
      .on(t.createdAt)
      .where(sql`${t.failure} is not null`),
    index('notification_mails_created').on(t.createdAt),
  ],
)
