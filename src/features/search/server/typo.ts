import { wordPattern } from '#platform/contract/searchable.ts'

/** Shorter words with a wrong letter would match nearly everything. */
export const shortestForgiven = 4

/** Compares up to one missing, added, replaced or swapped letter. */
function isOneTypoApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [a, b] = [one.slice(at), other.slice(at)]
  if (a.length === b.length)
    return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  return a.length > b.length ? a.slice(1) === b : a === b.slice(1)
}

const lettersIn = (text: string) => text.match(wordPattern) ?? []

/** Compares prefixes, up to one letter. */
const isAlike = (word: string, typed: string) =>
  [-1, 0, 1].some((more) => {
    const length = typed.length + more
    return word.length >= length && isOneTypoApart(typed, word.slice(0, length))
  })

export const alikeIn = (text: string, typed: string): string[] =>
  typed.length < shortestForgiven ? [] : [...new Set(lettersIn(text))].filter((word) => isAlike(word, typed))

/** Sorts whole matches before prefixes, and shorter words first. */
export const likest = (words: readonly string[], typed: string, most: number): string[] =>
  words
    .filter((word) => isAlike(word, typed))
    .toSorted(
      (one, other) =>
        Number(isOneTypoApart(typed, other)) - Number(isOneTypoApart(typed, one)) ||
        one.length - other.length ||
        (one < other ? -1 : 1),
    )
    .slice(0, most)
