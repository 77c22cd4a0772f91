import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { tickets } from './tickets.ts'

/** PostgreSQL's minimum. */
export const gatheredKiB = 64

/** Narrow and separate from tickets, for fast scans and cheap updates of tickets. */
export const searchTexts = pgTable(
  'search_texts',
  {
    ticketId: uuid()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** Id of the comment, chat message or file, or of the ticket for its own text. */
    textId: uuid().notNull(),
    isInternal: boolean().notNull(),
    /** A chat message or a file of one, which some staff may not read. */
    isChat: boolean().notNull().default(false),
    /** Creation of the ticket: searches go newest first. */
    createdAt: moment().notNull(),
    /** Key of each distinct word, see `wordKey`; null until indexed. */
    keys: bigint({ mode: 'bigint' }).array(),
  },
  (t) => [
    primaryKey({ columns: [t.ticketId, t.textId] }),
    // The pending list batches new keys: single insertions took a sixth of the time of a write. Each searched
    // period reads the list, so it is kept short.
    index('search_texts_keys')
      .using('gin', t.keys)
      .with({ fastupdate: true, gin_pending_list_limit: gatheredKiB }),
    index('search_texts_pending')
      .on(t.ticketId)
      .where(sql`${t.keys} is null`),
  ],
)
