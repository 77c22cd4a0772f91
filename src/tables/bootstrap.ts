import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './users.ts'

/**
 * One row: whether somebody has become the first administrator, and whether the server was reached from another machine. Both stay as they
 * are once they are so.
 */
export const bootstrap = pgTable(
  'bootstrap',
  {
    id: integer().primaryKey().default(1),
    claimedAt: moment(),
    claimedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When a request first came that was not made on this machine. */
    exposedAt: moment(),
    /** The sign of it: "the header X-Forwarded-For". */
    exposedBy: text(),
  },
  (t) => [check('bootstrap_one_row', sql`${t.id} = 1`)],
)
