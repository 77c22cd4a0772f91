import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { languages } from '#platform/contract/i18n.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Erasures that earlier versions began in one transaction and finished in later ones. Today nothing is added: one transaction does it all. */
export const erasures = pgTable('erasures', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null: a rule of retention. */
  erasedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** Language of the words in the place of texts. */
  language: text({ enum: languages }).notNull(),
  /** Names, addresses and numbers that were looked for; null once it is finished. */
  knownBy: jsonb(),
  texts: integer().notNull().default(0),
  files: integer().notNull().default(0),
  /** When a node last did something of it. */
  movedAt: moment().notNull(),
  finishedAt: moment(),
  createdAt: createdAt(),
})
