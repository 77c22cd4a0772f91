import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#features/notifications/contract.ts'
import { deliveries } from './deliveries.ts'
import { users } from './users.ts'

/** Events that each mail tells of; an event is told to a user once. */
export const notifications = pgTable(
  'notifications',
  {
    position: bigint({ mode: 'number' }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notificationType: text({ enum: notificationTypes }).notNull(),
    deliveryId: uuid()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Read only by versions that asked browsers for an answer. A column is not dropped while they may serve beside this one. */
    unlessAnswered: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.position, t.userId, t.notificationType] }),
    index('notifications_delivery').on(t.deliveryId),
    index('notifications_user').on(t.userId),
  ],
)
