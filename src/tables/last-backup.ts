import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** One row: the newest backup. */
export const lastBackup = pgTable(
  'last_backup',
  {
    id: integer().primaryKey().default(1),
    /** Time of its contents. */
    madeAt: moment().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Path of the file, on `machine`. */
    file: text().notNull(),
    machine: text().notNull(),
    /** Null: made by a version that did not note it. */
    isEncrypted: boolean(),
  },
  (t) => [check('last_backup_one_row', sql`${t.id} = 1`)],
)
