import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Events that a follower failed to handle and skipped. */
export const setAsideEvents = pgTable(
  'set_aside_events',
  {
    /** Name of the follower; others may have handled it. */
    follower: text().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    eventType: text().notNull(),
    /** Kind of error or database code, without texts of people. */
    failure: text().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.follower, t.position] })],
)
