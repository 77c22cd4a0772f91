import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** Positions of log followers. The node that locks a row is the active follower. */
export const logFollowers = pgTable('log_followers', {
  name: text().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
})
