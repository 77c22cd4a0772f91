import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { importStates, type ImportCounts, type ImportOptions } from '#features/imports/contract.ts'
import { importKinds } from '#features/imports/fields/contract.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** A file whose rows become clients, people, products, tickets or comments: what it is, how it is read, and how far it has come. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: importKinds }).notNull(),
    fileName: text().notNull(),
    fileSize: bigint({ mode: 'number' }).notNull(),
    /** Null: it was read where the command ran, or is not kept any more. */
    objectPath: text().unique(),
    delimiter: text().notNull(),
    headings: jsonb().$type<string[]>().notNull(),
    /** The first rows, to show beside the headings. */
    samples: jsonb().$type<string[][]>().notNull(),
    totalRows: integer().notNull(),
    /** The place of the column by the field that is taken from it. */
    columns: jsonb().$type<Record<string, number>>().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    state: text({ enum: importStates }).notNull().default('matching'),
    /** Rows that are done with, in the check or in the import itself. */
    doneRows: integer().notNull().default(0),
    counts: jsonb().$type<ImportCounts>().notNull(),
    /** Why it has stopped. */
    failure: text(),
    createdById: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** When rows were last done, by whatever node. */
    movedAt: moment(),
    finishedAt: moment(),
  },
  (t) => [index('imports_newest').on(t.createdAt, t.id)],
)
