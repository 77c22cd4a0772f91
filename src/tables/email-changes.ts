import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/** Addresses that people want for themselves and have not proved to be theirs; of the link only what its token hashes to. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In its normal form. */
    email: text().notNull(),
    tokenHash: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('email_changes_expires').on(t.expiresAt)],
)
