import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Counters shared by all nodes; the columns are those of rate-limiter-flexible. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})
