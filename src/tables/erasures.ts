import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { languages } from '#platform/contract/i18n.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Erasures of earlier versions in several transactions. Nothing is added today: one does it all. */
export const erasures = pgTable('erasures', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null: a retention rule. */
  erasedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  language: text({ enum: languages }).notNull(),
  /** Searched names, addresses and numbers; null when finished. */
  knownBy: jsonb(),
  texts: integer().notNull().default(0),
  files: integer().notNull().default(0),
  /** Last activity of a node. */
  movedAt: moment().notNull(),
  finishedAt: moment(),
  createdAt: createdAt(),
})
