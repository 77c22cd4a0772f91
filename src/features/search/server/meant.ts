import { countUses, listAlikeWords } from './alike-words.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { likest, shortestForgiven } from './typo.ts'

/** The most mistyped words in one search; with more of them nothing is forgiven. */
const mostMistyped = 3
/** How many words are weighed against each other for one that was mistyped. */
const mostWeighed = 12
/** No index helps with shorter ones, and hardly a text is without them: they stay as they are. */
const shortestCounted = 3

/** The word that stands most often in texts the viewer may see. */
function usual(words: readonly string[], uses: ReadonlyMap<string, number>): string | undefined {
  const used = words.filter((word) => uses.has(word))
  return used.toSorted((one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0))[0]
}

/**
 * The words that were meant by those that nothing has which this viewer may see, if one letter each makes the difference; undefined when
 * that is not so. The words asked for are of everybody's texts, so only those are answered that stand in a text this viewer may see.
 */
export async function findMeant(
  db: Database,
  viewer: Viewer,
  words: readonly string[],
): Promise<string[] | undefined> {
  const counted = words.length === 1 ? [] : words.filter((word) => word.length >= shortestCounted)
  const known = await countUses(db, viewer, counted)
  const unknown = words.filter((word) => word.length >= shortestCounted && !known.has(word))
  const isHopeless = unknown.some((word) => word.length < shortestForgiven)
  if (unknown.length === 0 || unknown.length > mostMistyped || isHopeless) return undefined

  const inUse = await listAlikeWords(db, unknown)
  const weighed = new Map(unknown.map((word) => [word, likest(inUse, word, mostWeighed)]))
  const uses = await countUses(db, viewer, [...new Set([...weighed.values()].flat())])
  const meant = words.map((word) => {
    const candidates = weighed.get(word)
    return candidates ? usual(candidates, uses) : word
  })
  return meant.every((word) => word !== undefined) ? meant : undefined
}
