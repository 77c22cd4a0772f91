import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#features/notifications/contract.ts'
import { deliveries } from './deliveries.ts'
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
    deliveryId: uuid()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Its user was connected when it happened: they are mailed of it unless their browser has answered since. */
    unlessAnswered: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.position, t.userId, t.notificationType] }),
    index('notifications_delivery').on(t.deliveryId),
    index('notifications_user').on(t.userId),
  ],
)
