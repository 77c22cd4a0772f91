import { sql } from 'drizzle-orm'
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'

/** One row, written at the first start: what this installation is called in its file store. A dump carries it along. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    installationId: uuid().notNull().defaultRandom(),
  },
  (t) => [check('installation_one_row', sql`${t.id} = 1`)],
)
