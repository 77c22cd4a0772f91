import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * The words of all tickets and comments, each once: by them the parts of words are found, and candidates for a mistyped one. They are of
 * everybody's texts, so a search shows only those that stand in a text its viewer may see.
 */
export const words = pgTable(
  'words',
  {
    /** Folded as `searchable` does; a very long one in pieces. */
    word: text().primaryKey(),
    /** A text with it was deleted, and nobody has looked yet whether another has it. */
    isDoubtful: boolean().notNull().default(false),
    /** Each two letters that stand beside each other in it: trigrams do not find a part as short as that. */
    pairs: text().array().notNull().default([]),
  },
  (t) => [
    index('words_beginning').on(t.word.op('text_pattern_ops')),
    index('words_pairs').using('gin', t.pairs),
    index('words_alike').using('gin', t.word.op('gin_trgm_ops')),
    index('words_doubtful')
      .on(t.word)
      .where(sql`${t.isDoubtful}`),
  ],
)
