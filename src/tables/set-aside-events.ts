import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Events that a follower of the log could not handle and has passed over, so that those after them are handled. */
export const setAsideEvents = pgTable(
  'set_aside_events',
  {
    /** Name of the follower; others may have handled it. */
    follower: text().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    eventType: text().notNull(),
    /** The kind of error or the code of the database: nothing that people wrote. */
    failure: text().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.follower, t.position] })],
)
