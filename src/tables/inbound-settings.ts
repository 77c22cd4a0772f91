import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { updatedAt } from './columns.ts'
import { users } from './users.ts'

/** At most one row: how mails that come in are judged. Without it the defaults hold. */
export const inboundSettings = pgTable(
  'inbound_settings',
  {
    id: integer().primaryKey().default(1),
    formSenders: text().array().notNull(),
    authenticationServer: text(),
    /** Ids of products by address. */
    products: jsonb().$type<Record<string, string>>().notNull(),
    changedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    updatedAt: updatedAt(),
  },
  (t) => [check('inbound_settings_one_row', sql`${t.id} = 1`)],
)
