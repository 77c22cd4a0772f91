import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { productStatuses } from '#features/products/contract.ts'
import { clients } from './clients.ts'
import { createdAt, updatedAt } from './columns.ts'

export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** Folded by `searchable`; null in rows of an earlier version. */
    nameSearch: text(),
    description: text(),
    /** Null: no client. */
    clientId: uuid().references(() => clients.id, { onDelete: 'cascade' }),
    version: text(),
    status: text({ enum: productStatuses }).notNull().default('active'),
    techStack: jsonb().$type<string[]>().notNull().default([]),
    repositoryUrl: text(),
    documentation: text(),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('products_client').on(t.clientId), index('products_name_search').on(t.nameSearch)],
)
