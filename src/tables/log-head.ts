import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core'

/** One row. Writers lock it from numbering to commit, so that positions become visible in order. */
export const logHead = pgTable(
  'log_head',
  {
    id: integer().primaryKey().default(1),
    position: bigint({ mode: 'number' }).notNull().default(0),
    publicPosition: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [check('log_head_one_row', sql`${t.id} = 1`)],
)
