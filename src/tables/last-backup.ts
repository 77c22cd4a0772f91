import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** One row once a backup was made: the newest one. */
export const lastBackup = pgTable(
  'last_backup',
  {
    id: integer().primaryKey().default(1),
    /** The moment it holds. */
    madeAt: moment().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The path of the file, and the machine it was written on. */
    file: text().notNull(),
    machine: text().notNull(),
    /** Null: made by a version that did not note it. */
    isEncrypted: boolean(),
  },
  (t) => [check('last_backup_one_row', sql`${t.id} = 1`)],
)
