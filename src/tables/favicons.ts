import { customType, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Icons of client websites, fetched by the server so that browsers ask no third party. */
export const favicons = pgTable('favicons', {
  host: text().primaryKey(),
  /** Null: none found. */
  image: bytes(),
  mimeType: text(),
  fetchedAt: moment().notNull(),
})
