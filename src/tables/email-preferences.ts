import { boolean, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const emailPreferences = pgTable(
  'email_preferences',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notificationType: text({
      enum: [
        'ticket_updates',
        'daily_summary',
        'weekly_summary',
        'assignment_notifications',
        'status_changes',
      ],
    }).notNull(),
    frequency: text({ enum: ['never', 'immediate', 'daily', 'weekly'] })
      .notNull()
      .default('immediate'),
    isEnabled: boolean().notNull().default(true),
    lastSentAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('email_preferences_once').on(t.userId, t.notificationType)],
)
