import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** One row: how far mails have been made. Whoever holds it makes them, so that of several nodes one does. */
export const notificationProgress = pgTable(
  'notification_progress',
  {
    id: integer().primaryKey().default(1),
    /** The last event of the log that was looked at. */
    position: bigint({ mode: 'number' }).notNull(),
    /** The last moment for summaries that was looked at. */
    dailyAt: moment().notNull(),
    weeklyAt: moment().notNull(),
  },
  (t) => [check('notification_progress_one_row', sql`${t.id} = 1`)],
)
