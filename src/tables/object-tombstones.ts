import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Objects without a name, noted with its removal or before storing. Only these are swept. */
export const objectTombstones = pgTable(
  'object_tombstones',
  {
    objectPath: text().primaryKey(),
    /** The store's id of a multipart upload to this path. */
    multipartId: text(),
    deletedAt: moment().notNull(),
  },
  (t) => [index('object_tombstones_deleted').on(t.deletedAt)],
)
