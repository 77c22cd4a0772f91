import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { outcomes, type RowNote } from '#features/imports/contract.ts'
import { imports } from './imports.ts'

export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Position below the headings, from 1. */
    place: integer().notNull(),
    outcome: text({ enum: outcomes }).notNull(),
    /** Number, name or address. */
    label: text().notNull(),
    /** Changed fields; for a refused row the faulty ones with reasons. */
    notes: jsonb().$type<RowNote[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.place] }),
    index('import_rows_outcome').on(t.importId, t.outcome, t.place),
  ],
)
