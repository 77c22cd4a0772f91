import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { deletableKinds } from '#features/trash/contract.ts'
import { moment } from './columns.ts'
import { users } from './users.ts'

/** Restorable things with all their rows. No foreign keys, as parents may be deleted too. */
export const deletedThings = pgTable(
  'deleted_things',
  {
    /** Id of the thing, kept by a restore. */
    id: uuid().primaryKey(),
    kind: text({ enum: deletableKinds }).notNull(),
    /** Number and subject, name, or beginning of the text. */
    name: text().notNull(),
    /** Folded name, see `searchable`. */
    searchText: text().notNull(),
    /** Required for a restore: client of a ticket or product, ticket of a comment. */
    parentId: uuid(),
    deletedAt: moment().notNull(),
    deletedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Rows by table in insertion order, with the columns of the version that deleted it. */
    rows: jsonb().$type<DeletedRows>().notNull(),
    /** Remaining rows that lost their reference to it. */
    links: jsonb().$type<DeletedLink[]>().notNull().default([]),
    /** Texts removed from the log. */
    words: jsonb().$type<DeletedWords[]>().notNull().default([]),
    /** Files that stay in the store as long as this row. */
    objectPaths: text().array().notNull().default([]),
  },
  (t) => [
    index('deleted_things_deleted').on(t.deletedAt, t.id),
    index('deleted_things_parent').on(t.parentId),
    index('deleted_things_paths').using('gin', t.objectPaths),
  ],
)

export type DeletedRow = Record<string, unknown>
export type DeletedRows = { table: string; rows: DeletedRow[] }[]

export interface DeletedLink {
  productId: string
  ticketIds: string[]
}

export interface DeletedWords {
  position: number
  data: unknown
}
