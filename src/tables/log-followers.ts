import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** How far each follower of the log has come. Whoever holds the row follows, so that of several nodes one does. */
export const logFollowers = pgTable('log_followers', {
  name: text().primaryKey(),
  /** The last event of the log that was looked at. */
  position: bigint({ mode: 'number' }).notNull(),
})
