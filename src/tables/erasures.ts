import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { languages } from '#platform/contract/i18n.ts'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** What somebody was called and could be reached by, at any time that is known of. */
export interface KnownBy {
  names: string[]
  emails: string[]
  numbers: string[]
  /** Names, addresses and numbers of other people in which one of these stands, and which stay. */
  others?: string[]
}

/** People whose texts are being erased, or were: what has been begun is finished by whatever node. */
export const erasures = pgTable('erasures', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null: a rule of retention. */
  erasedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** Of what stands in the place of their texts. */
  language: text({ enum: languages }).notNull(),
  /** What is looked for; null once nothing of it is left. */
  knownBy: jsonb().$type<KnownBy>(),
  /** How many texts and files are erased so far. */
  texts: integer().notNull().default(0),
  files: integer().notNull().default(0),
  /** When a node last did something of it. */
  movedAt: moment().notNull(),
  finishedAt: moment(),
  createdAt: createdAt(),
})
