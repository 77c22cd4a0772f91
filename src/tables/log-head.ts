import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core'

/**
 * One row: the numbers of the newest events. A writer holds it from taking its numbers to its commit, so positions become visible
 * in order and what has been read up to a position can be trusted for ever.
 */
export const logHead = pgTable(
  'log_head',
  {
    id: integer().primaryKey().default(1),
    position: bigint({ mode: 'number' }).notNull().default(0),
    publicPosition: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [check('log_head_one_row', sql`${t.id} = 1`)],
)
