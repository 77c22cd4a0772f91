import { sql } from 'drizzle-orm'
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'

/** One row from the first start: the name of this installation in its file store. Dumps include it. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    installationId: uuid().notNull().defaultRandom(),
  },
  (t) => [check('installation_one_row', sql`${t.id} = 1`)],
)
