import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { deletableKinds } from '#features/trash/contract.ts'
import { moment } from './columns.ts'
import { users } from './users.ts'

/**
 * Deleted things that can still be restored: each with all rows that hung on it, as they were. No foreign key to what it belonged to,
 * which may be deleted as well.
 */
export const deletedThings = pgTable(
  'deleted_things',
  {
    /** Id of the thing, which it keeps when it is restored. */
    id: uuid().primaryKey(),
    kind: text({ enum: deletableKinds }).notNull(),
    /** Name of the thing: its number and subject, its name, the beginning of its text. */
    name: text().notNull(),
    /** The name, see `searchable`. */
    searchText: text().notNull(),
    /** Parent without which it cannot be restored: the client of a ticket or a product, the ticket of a comment. */
    parentId: uuid(),
    deletedAt: moment().notNull(),
    deletedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Its rows by table, in an order in which they can be inserted, with the columns of the version that deleted it. */
    rows: jsonb().$type<KeptRows>().notNull(),
    /** Rows that stayed and lost their reference to it. */
    links: jsonb().$type<KeptLink[]>().notNull().default([]),
    /** The words that were taken out of the log. */
    words: jsonb().$type<KeptWords[]>().notNull().default([]),
    /** Its files, which stay in the store as long as this row. */
    objectPaths: text().array().notNull().default([]),
  },
  (t) => [
    index('deleted_things_deleted').on(t.deletedAt, t.id),
    index('deleted_things_parent').on(t.parentId),
    index('deleted_things_paths').using('gin', t.objectPaths),
  ],
)

export type KeptRow = Record<string, unknown>
export type KeptRows = { table: string; rows: KeptRow[] }[]

/** Tickets that named a product. */
export interface KeptLink {
  productId: string
  ticketIds: string[]
}

/** An entry of the log as it was. */
export interface KeptWords {
  position: number
  data: unknown
}
