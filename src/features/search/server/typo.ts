import { wordPattern } from '#platform/contract/searchable.ts'

/** The shortest word in which one wrong letter is forgiven: shorter ones would fit nearly everything. */
export const shortestForgiven = 4

/** Whether two words differ by at most one letter that is missing, too many, another, or swapped with its neighbour. */
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

/** Whether a word begins like the typed one, except for one letter. */
const isAlike = (word: string, typed: string) =>
  [-1, 0, 1].some((more) => {
    const length = typed.length + more
    return word.length >= length && isOneTypoApart(typed, word.slice(0, length))
  })

/** The words of a short, folded text that begin like the typed one, except for one letter. */
export const alikeIn = (text: string, typed: string): string[] =>
  typed.length < shortestForgiven ? [] : [...new Set(lettersIn(text))].filter((word) => isAlike(word, typed))

/** The words that are similar to the typed one: similar as a whole before similar at the beginning, and of these the shorter first. */
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
