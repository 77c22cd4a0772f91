import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * Objects of the file store that no row names any more, or not yet: written in the transaction that takes the last name away, and before
 * an object is stored that a later transaction names. Nothing else is ever swept from the store.
 */
export const objectTombstones = pgTable(
  'object_tombstones',
  {
    objectPath: text().primaryKey(),
    /** The store's name of an upload in parts that was on its way there. */
    multipartId: text(),
    deletedAt: moment().notNull(),
  },
  (t) => [index('object_tombstones_deleted').on(t.deletedAt)],
)
