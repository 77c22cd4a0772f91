import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { importKinds } from '#features/imports/fields/contract.ts'
import { createdAt, updatedAt } from './columns.ts'

/** Ids in the source system, for repeated imports. No foreign keys: deleted things are imported anew. */
export const externalIds = pgTable(
  'external_ids',
  {
    source: text().notNull(),
    kind: text({ enum: importKinds }).notNull(),
    externalId: text().notNull(),
    rowId: uuid().notNull(),
    /** Digest of each field at the last import: only fields changed in the source are changed here. */
    digests: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.source, t.kind, t.externalId] }), index('external_ids_row').on(t.rowId)],
)
