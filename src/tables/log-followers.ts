import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** The position of each follower of the log. The node that locks the row follows, so that one of several does. */
export const logFollowers = pgTable('log_followers', {
  name: text().primaryKey(),
  /** The last event of the log that was looked at. */
  position: bigint({ mode: 'number' }).notNull(),
})
