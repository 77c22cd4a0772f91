import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Distinct words for partial matches and corrections. Searches show only those in visible texts. */
export const words = pgTable(
  'words',
  {
    /** Folded by `searchable`; very long ones in pieces. */
    word: text().primaryKey(),
    /** A text with it was deleted; its other uses are unchecked. */
    isDoubtful: boolean().notNull().default(false),
    /** Pairs of adjacent letters, which trigrams cannot find. */
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
