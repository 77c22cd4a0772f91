import { or, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { containing, escapeLike } from '#platform/contract/searchable.ts'
import type { Database, Tx } from '#platform/server/database/query-builder.ts'
import { databaseErrorCode } from '#platform/server/database/database-errors.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { words } from '#tables/words.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import { countTexts, subjectOf, type WordUses } from '#features/ticket-search/server/public/bounded-search.ts'

/** Compared length: longer words are not typed by hand. */
const lettersCompared = 20
const mostAlike = 200
const shortestMeant = 3
/** Enough to tell the usual word from a rare one. */
const usesCounted = 20
const withinMs = 500

/** Runs a query with a timeout, after which it returns `otherwise`. PGlite has no timeout. */
async function inTime<T>(db: Database, otherwise: T, job: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = ${sql.raw(String(withinMs))}`)
        return job(tx)
      },
      { isReadOnly: true },
    )
  } catch (error) {
    if (databaseErrorCode(error) === '57014') return otherwise
    throw error
  }
}

const literally = (letters: readonly string[]) => escapeLike(letters.join(''))

/** Patterns of words that begin like the typed one with a letter missing, added, replaced or swapped. */
export function patternsAlike(typed: string): string[] {
  const letters = Array.from(typed).slice(0, lettersCompared)
  const patterns = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)]
    const [next, ...rest] = after
    return [
      `${literally(before)}_${literally(after)}%`,
      `${literally(before)}_${literally([letter, ...after])}%`,
      `${literally([...before, ...after])}%`,
      ...(next === undefined ? [] : [`${literally([...before, next, letter, ...rest])}%`]),
    ]
  })
  return [...new Set(patterns)]
}

/** Forces the trigram index for this transaction: PostgreSQL underestimates scans with many patterns. */
export const byTrigramsOnly = `select ${['seqscan', 'indexscan', 'indexonlyscan']
  .map((way) => `set_config('enable_${way}', 'off', true)`)
  .join()}`

/** Selects stored words of all texts, regardless of rights, by the trigram index. */
export const selectAlike = (db: Pick<Database, 'select'>, patterns: readonly string[]) =>
  db
    .select({ word: words.word })
    .from(words)
    .where(or(...patterns.map((pattern) => sql`${words.word} like ${pattern}`)))
    .limit(mostAlike)

/** Excludes numbers and words too short to be a typo. */
const mayBeMeant = (word: string) => word.length >= shortestMeant && !/^\p{N}+$/u.test(word)

/** Lists similar words of all texts. Pass them through `countUses` before showing any. */
export const listAlikeWords = (db: Database, typed: readonly string[]): Promise<string[]> =>
  inTime(db, [], async (tx) => {
    await tx.execute(sql.raw(byTrigramsOnly))
    const rows = await selectAlike(tx, typed.flatMap(patternsAlike))
    return rows.map(({ word }) => word).filter(mayBeMeant)
  })

export type Uses = Pick<WordUses, 'subjects' | 'uses'>

/** Counts visible texts with each word, up to forty; absent: none. @param wanted folded like `searchable` */
export async function countUses(
  db: Database,
  viewer: Viewer,
  wanted: readonly string[],
): Promise<Map<string, Uses>> {
  if (wanted.length === 0) return new Map()
  const used = (rows: WordUses[]) =>
    new Map(rows.filter(({ uses }) => uses > 0).map(({ word, ...counts }) => [word, counts]))
  if (canSeeInternal(viewer))
    return used(
      await inTime(db, [], async (tx) => {
        // PostgreSQL expects sequential scans to find a match soon; a rare word has none.
        await tx.execute(sql`set local enable_seqscan = off`)
        return countTexts(tx, wanted, 2 * usesCounted)
      }),
    )
  const scope = visibleTo(viewer)
  const isVisible = scope.conditions ?? sql`true`
  const few = (found: SQL) =>
    sql`(select count(*)::int from (${found} limit ${sql.raw(String(usesCounted))}) as few)`
  const inSubjects = few(
    sql`select from ${tickets} where ${subjectOf(sql`search_text`)} like w.pattern and ${isVisible}`,
  )
  const inTickets = few(sql`select from ${tickets} where search_text like w.pattern and ${isVisible}`)
  const inComments = few(sql`select from ${comments} c join ${tickets} on tickets.id = c.ticket_id
    where c.search_text like w.pattern and not c.is_internal and ${isVisible}`)
  const patterns = wanted.map((word) => containing(word))
  const rows = await inTime(db, [], (tx) =>
    tx
      .select({
        word: sql<string>`w.word`,
        subjects: sql<number>`${inSubjects}`,
        uses: sql<number>`${inTickets} + ${inComments}`,
      })
      .from(sql`unnest(${sql.param(wanted)}::text[], ${sql.param(patterns)}::text[]) as w (word, pattern)`)
      .prepare('')
      .execute(scope.values),
  )
  return used(rows)
}
