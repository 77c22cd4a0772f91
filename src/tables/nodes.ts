import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The processes that serve one database, each by its last sign of life. */
export const nodes = pgTable('nodes', {
  /** Another at each start. */
  id: uuid().primaryKey(),
  /** Name of its machine. */
  name: text().notNull(),
  version: text().notNull(),
  startedAt: moment().notNull(),
  /** By the clock of the database, which is the same for all. */
  seenAt: moment().notNull().defaultNow(),
})
