import { sql } from 'drizzle-orm'
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { updatedAt } from './columns.ts'
import { users } from './users.ts'

/** At most one row: choices that hold for the whole desk. Without it the defaults hold. */
export const deskSettings = pgTable(
  'desk_settings',
  {
    id: integer().primaryKey().default(1),
    reopenClosedDays: integer().notNull(),
    changedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    updatedAt: updatedAt(),
  },
  (t) => [check('desk_settings_one_row', sql`${t.id} = 1`)],
)
