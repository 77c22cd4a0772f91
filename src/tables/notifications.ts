import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#features/notifications/contract.ts'
import { deliveries } from './deliveries.ts'
import { users } from './users.ts'

/** Events of each mail; a user is told of an event once. */
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
    /** Read only by former versions, which may serve beside this one, so it stays. */
    unlessAnswered: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.position, t.userId, t.notificationType] }),
    index('notifications_delivery').on(t.deliveryId),
    index('notifications_user').on(t.userId),
  ],
)
