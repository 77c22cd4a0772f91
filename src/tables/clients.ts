import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from './columns.ts'

export const clients = pgTable(
  'clients',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    description: text(),
    contactEmail: text(),
    contactPhone: text(),
    address: text(),
    website: text(),
    isActive: boolean().notNull().default(true),
    /** See `searchable`. */
    nameSearch: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('clients_name_search').on(t.nameSearch)],
)
