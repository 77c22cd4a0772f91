import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { users } from './users.ts'

/** One row. The first administrator and the first request from another machine are permanent. */
export const bootstrap = pgTable(
  'bootstrap',
  {
    id: integer().primaryKey().default(1),
    claimedAt: moment(),
    claimedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    exposedAt: moment(),
    /** Evidence, such as "the header X-Forwarded-For". */
    exposedBy: text(),
    /** Staff roles wait for approval, though the configuration gives them to everybody. */
    requiresApproval: boolean().notNull().default(false),
  },
  (t) => [check('bootstrap_one_row', sql`${t.id} = 1`)],
)
