import { eq, inArray, sql } from 'drizzle-orm'
import { preparedSql } from '#platform/server/database/query-builder.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { words } from '#tables/words.ts'

/** Shorter ones are never taken for mistyped. */
const shortestKept = 3
/** In letters; of a longer word its beginning is kept, which finds it as well. */
const longestKept = 40
/** The most words of one text. Real texts have fewer; others must not fill the table. */
const mostOfText = 400

/** The different words of a folded text, in order; at most 400, and none that is only digits. */
export function wordsIn(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length < shortestKept || /^\p{N}+$/u.test(word)) continue
    found.add(word.slice(0, longestKept).toWellFormed())
    if (found.size === mostOfText) break
  }
  return [...found].toSorted()
}

const insertWords = preparedSql(
  'note_words',
  'insert into words (word) select unnest($1::text[]) on conflict do nothing',
)

/**
 * Notes the words of a text that is being stored. After everything else that is held but the head of the log: two who use the same new word
 * wait for each other.
 * @param text folded by `searchable`
 */
export async function noteWords(unit: Work, text: string): Promise<void> {
  const used = wordsIn(text)
  if (used.length === 0) return
  // An existing word is neither changed nor locked: writers of the same words do not wait for each other.
  await insertWords(unit.tx, [used])
}

/** Doubts the words of a ticket and its comments, which are about to be deleted. To be followed by `forgetUnusedWords`. */
export async function doubtWords(unit: Work, ticketId: string): Promise<void> {
  const texts = await unit.tx
    .select({ text: tickets.searchText })
    .from(tickets)
    .where(eq(tickets.id, ticketId))
    .unionAll(
      unit.tx.select({ text: comments.searchText }).from(comments).where(eq(comments.ticketId, ticketId)),
    )
  const used = [...new Set(texts.flatMap(({ text }) => wordsIn(text)))].toSorted()
  const held = sql`select word from ${words} where word = any(${sql.param(used)}::text[]) order by word for no key update`
  await unit.tx.execute(sql`update ${words} set is_doubtful = true where word in (${held})`)
}

const atOnce = 100
const mostRounds = 20

/**
 * Forgets words that no ticket and no comment has any more. One that is written again in the same instant may be forgotten, too: until
 * somebody writes it once more, a mistyped search does not find it.
 */
export async function forgetUnusedWords(work: DoWork): Promise<void> {
  const forgetSome = () =>
    work(async ({ tx }) => {
      const doubtful = await tx
        .select({
          word: words.word,
          isUsed: sql<boolean>`(
            exists (select from ${tickets} t where t.search_text like '%' || ${words}.word || '%')
            or exists (select from ${comments} c where c.search_text like '%' || ${words}.word || '%'))`,
        })
        .from(words)
        .where(eq(words.isDoubtful, true))
        .orderBy(words.word)
        .limit(atOnce)
        .for('no key update', { skipLocked: true })
      const of = (isUsed: boolean) =>
        inArray(
          words.word,
          doubtful.filter((one) => one.isUsed === isUsed).map(({ word }) => word),
        )
      await tx.delete(words).where(of(false))
      await tx.update(words).set({ isDoubtful: false }).where(of(true))
      return doubtful.length
    })
  for (let round = 0; round < mostRounds; round++) if ((await forgetSome()) < atOnce) return
}
