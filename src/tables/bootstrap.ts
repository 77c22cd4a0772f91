import { sql } from 'drizzle-orm'
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './users.ts'

/** One row: whether somebody has become the first administrator. Once claimed it stays claimed. */
export const bootstrap = pgTable(
  'bootstrap',
  {
    id: integer().primaryKey().default(1),
    claimedAt: moment(),
    claimedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [check('bootstrap_one_row', sql`${t.id} = 1`)],
)
