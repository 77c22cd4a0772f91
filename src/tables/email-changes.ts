import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'
import { users } from './users.ts'

/**
 * Addresses that people have asked for, or have registered with, and not proved yet; of the link that was mailed there only the hash of
 * its token.
 */
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
