import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * The words of all tickets and comments, each once: candidates for a mistyped one. They are of everybody's texts, so a search
 * shows only those that stand in a text its viewer may see.
 */
export const words = pgTable(
  'words',
  {
    /** Folded as `searchable` does; of a very long one its beginning. */
    word: text().primaryKey(),
    /** A text with it was deleted, and nobody has looked yet whether another has it. */
    isDoubtful: boolean().notNull().default(false),
  },
  (t) => [
    index('words_alike').using('gin', t.word.op('gin_trgm_ops')),
    index('words_doubtful')
      .on(t.word)
      .where(sql`${t.isDoubtful}`),
  ],
)
