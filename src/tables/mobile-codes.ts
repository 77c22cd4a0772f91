import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Last code of each user until verified; hashed, so that readers of the table cannot use it. */
export const mobileCodes = pgTable('mobile_codes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Valid for this number only. */
  mobileNumber: text().notNull(),
  codeHash: text().notNull(),
  triesLeft: integer().notNull(),
  expiresAt: moment().notNull(),
  createdAt: createdAt(),
})
