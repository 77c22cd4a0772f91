import { customType, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The icons of client companies' websites, fetched by us so that no browser asks a third party. */
export const favicons = pgTable('favicons', {
  host: text().primaryKey(),
  /** Null: the site has none, or could not be asked. */
  image: bytes(),
  mimeType: text(),
  fetchedAt: moment().notNull(),
})
