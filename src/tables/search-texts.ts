import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { tickets } from './tickets.ts'

/** The least that PostgreSQL takes. */
export const gatheredKiB = 64

/**
 * Words of each text: a row for each ticket's own text, and one for each comment. Narrow, and apart from the tickets, so that
 * thousands of them are read at once, and a ticket that changes does not write its words again.
 */
export const searchTexts = pgTable(
  'search_texts',
  {
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Id of the comment; of the ticket, for its own text. */
    textId: uuid().notNull(),
    isInternal: boolean().notNull(),
    /** When its ticket was created: searches look at the newest first. */
    createdAt: moment().notNull(),
    /** A key for each different word, see `wordKey`; null for a text that is still to be indexed. */
    keys: bigint({ mode: 'bigint' }).array(),
  },
  (t) => [
    primaryKey({ columns: [t.ticketId, t.textId] }),
    // New keys are gathered in a list and merged by many: one by one they were a sixth of what the database does for a write. As each
    // period that is searched reads the list, it is kept short.
    index('search_texts_keys')
      .using('gin', t.keys)
      .with({ fastupdate: true, gin_pending_list_limit: gatheredKiB }),
    index('search_texts_pending')
      .on(t.ticketId)
      .where(sql`${t.keys} is null`),
  ],
)
