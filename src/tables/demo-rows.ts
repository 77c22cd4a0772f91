import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/**
 * Rows loaded as demo data, so that they can be removed again, and where a loading that was broken off goes on. No foreign keys: a row
 * outlives what people delete by hand.
 */
export const demoRows = pgTable(
  'demo_rows',
  {
    /** `loaded` says that all of it is there, `removal` that it is being taken away; both name who did it. */
    kind: text({ enum: ['person', 'client', 'product', 'ticket', 'loaded', 'removal'] }).notNull(),
    /** Name in the story: an address, a name, or the place of a ticket. */
    key: text().notNull(),
    rowId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] }), index('demo_rows_row').on(t.rowId)],
)
