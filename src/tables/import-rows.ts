import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { outcomes, type RowNote } from '#features/imports/contract.ts'
import { imports } from './imports.ts'

/** Rows of an import with their results, present or to come. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Its place among the rows below the headings, from 1. */
    place: integer().notNull(),
    outcome: text({ enum: outcomes }).notNull(),
    /** By what people know it: its number, its name or its address. */
    label: text().notNull(),
    /** The fields that change; of a refused row those that are at fault, with the reasons. */
    notes: jsonb().$type<RowNote[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.place] }),
    index('import_rows_outcome').on(t.importId, t.outcome, t.place),
  ],
)
