import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { importStates, type ImportCounts, type ImportOptions } from '#features/imports/contract.ts'
import { importKinds } from '#features/imports/fields/contract.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: importKinds }).notNull(),
    fileName: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    /** Null: read by the command line, or no longer stored. */
    objectPath: text().unique(),
    delimiter: text().notNull(),
    headings: jsonb().$type<string[]>().notNull(),
    /** First rows, for the preview. */
    samples: jsonb().$type<string[][]>().notNull(),
    totalRows: integer().notNull(),
    /** Column position by field. */
    columns: jsonb().$type<Record<string, number>>().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    state: text({ enum: importStates }).notNull().default('matching'),
    /** Rows done, in the check or the import. */
    doneRows: integer().notNull().default(0),
    counts: jsonb().$type<ImportCounts>().notNull(),
    failure: text(),
    createdById: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    movedAt: moment(),
    finishedAt: moment(),
  },
  (t) => [index('imports_newest').on(t.createdAt, t.id)],
)
