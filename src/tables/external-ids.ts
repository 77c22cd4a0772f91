import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { importKinds } from '#features/imports/fields/contract.ts'
import { createdAt, updatedAt } from './columns.ts'

/**
 * Ids of things in the system that they were imported from, so that a second import finds them. No foreign keys: a thing that people delete
 * is imported anew.
 */
export const externalIds = pgTable(
  'external_ids',
  {
    /** The name of that system. */
    source: text().notNull(),
    kind: text({ enum: importKinds }).notNull(),
    externalId: text().notNull(),
    rowId: uuid().notNull(),
    /** A digest of each field as it was imported last: only what has changed there is changed here. */
    digests: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.source, t.kind, t.externalId] }), index('external_ids_row').on(t.rowId)],
)
