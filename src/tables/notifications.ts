import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#features/notifications/contract.ts'
import { notificationMails } from './notification-mails.ts'
import { users } from './users.ts'

/** Which events each mail tells of; an event is told to a user once. */
export const notifications = pgTable(
  'notifications',
  {
    position: bigint({ mode: 'number' }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notificationType: text({ enum: notificationTypes }).notNull(),
    mailId: uuid()
      .notNull()
      .references(() => notificationMails.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.position, t.userId, t.notificationType] }),
    index('notifications_mail').on(t.mailId),
    index('notifications_user').on(t.userId),
  ],
)
