import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { countUses, listAlikeWords, type Uses } from './alike-words.ts'
import { likest, shortestForgiven } from './typo.ts'

/** Most mistyped words; a search with more is not corrected. */
const mostMistyped = 3
/** Candidates weighed for one mistyped word. */
const mostWeighed = 12
/** Shorter words have no index and occur in nearly every text. */
const shortestCounted = 3

const unused = { subjects: 0, uses: 0 }

/** Finds the word in most subjects that the viewer may see; of equals the one in most texts. */
function usual(words: readonly string[], known: ReadonlyMap<string, Uses>): string | undefined {
  const usesOf = (word: string) => known.get(word) ?? unused
  return words
    .filter((word) => known.has(word))
    .toSorted(
      (one, other) => usesOf(other).subjects - usesOf(one).subjects || usesOf(other).uses - usesOf(one).uses,
    )[0]
}

/**
 * Corrects words without visible hits by one letter each; undefined if impossible. Candidates come from all
 * texts, so only those in a visible text are returned.
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
