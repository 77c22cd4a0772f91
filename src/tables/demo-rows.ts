import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Demo data to remove, or to resume loading. No foreign keys: a row outlives manual deletions. */
export const demoRows = pgTable(
  'demo_rows',
  {
    /** `loaded`: complete; `removal`: under way. Both name the actor. */
    kind: text({ enum: ['person', 'client', 'product', 'ticket', 'loaded', 'removal'] }).notNull(),
    /** Key in the story: an address, a name, or a ticket's place. */
    key: text().notNull(),
    rowId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] }), index('demo_rows_row').on(t.rowId)],
)
