import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Processes on this database, with their last sign of life. */
export const nodes = pgTable('nodes', {
  /** New at each start. */
  id: uuid().primaryKey(),
  name: text().notNull(),
  version: text().notNull(),
  startedAt: moment().notNull(),
  /** By the clock of the database, which all nodes share. */
  seenAt: moment().notNull().defaultNow(),
})
