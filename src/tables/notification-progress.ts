import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** One row: how far the calendar has been looked at. Whoever holds it makes summaries, so that of several nodes one does. */
export const notificationProgress = pgTable(
  'notification_progress',
  {
    id: integer().primaryKey().default(1),
    /** The last moment for summaries that was looked at. */
    dailyAt: moment().notNull(),
    weeklyAt: moment().notNull(),
  },
  (t) => [check('notification_progress_one_row', sql`${t.id} = 1`)],
)
