import { boolean, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { frequencies, notificationTypes } from '#features/notifications/contract.ts'
import { createdAt, moment, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const emailPreferences = pgTable(
  'email_preferences',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notificationType: text({ enum: notificationTypes }).notNull(),
    frequency: text({ enum: frequencies }).notNull().default('immediate'),
    isEnabled: boolean().notNull().default(true),
    lastSentAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('email_preferences_once').on(t.userId, t.notificationType)],
)
