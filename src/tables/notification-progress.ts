import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** One row: progress in the calendar. The node that locks it makes the summaries. */
export const notificationProgress = pgTable(
  'notification_progress',
  {
    id: integer().primaryKey().default(1),
    /** Last occasion of each cadence. */
    dailyAt: moment().notNull(),
    weeklyAt: moment().notNull(),
  },
  (t) => [check('notification_progress_one_row', sql`${t.id} = 1`)],
)
