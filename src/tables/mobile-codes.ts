import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** The last code sent to each user, until it came back. A reader of the table cannot use it: it holds only a hash. */
export const mobileCodes = pgTable('mobile_codes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Where it was sent; good for no other number. */
  mobileNumber: text().notNull(),
  codeHash: text().notNull(),
  triesLeft: integer().notNull(),
  expiresAt: moment().notNull(),
  createdAt: createdAt(),
})
