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

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a word begins like what was typed, but for one letter. */
const isAlike = (word: string, typed: string) =>
  [-1, 0, 1].some((more) => {
    const length = typed.length + more
    return word.length >= length && isOneTypoApart(typed, word.slice(0, length))
  })

/** The words of a folded text that begin like what was typed, but for one letter. */
export const alikeIn = (text: string, typed: string): string[] =>
  typed.length < shortestForgiven ? [] : [...new Set(lettersIn(text))].filter((word) => isAlike(word, typed))

/**
 * What was meant by words: each stays when one of the folded texts has it, else it is the word these have most often of those one letter
 * apart; undefined when there is none.
 */
export function meantBy(words: readonly string[], texts: readonly string[]): string[] | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of lettersIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const inUse = [...counts].sort(([, one], [, other]) => other - one)
  const meant = words.map((typed) => {
    if (texts.some((text) => text.includes(typed))) return typed
    return typed.length < shortestForgiven ? undefined : inUse.find(([word]) => isAlike(word, typed))?.[0]
  })
  return meant.every((word) => word !== undefined) ? meant : undefined
}
