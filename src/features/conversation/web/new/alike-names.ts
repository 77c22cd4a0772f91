import { distance } from 'fastest-levenshtein'
import { searchable } from '#platform/contract/searchable.ts'

const digitsOf = (name: string) => name.replaceAll(/\D/g, '')

/** Length of a name per permitted mistake. */
const lettersPerMistake = 5

/** Finds a name that begins so, or differs by a typing mistake; other digits make another name. */
export function alikeName(typed: string, names: readonly string[]): string | undefined {
  const wanted = searchable(typed)
  const mostMistakes = Math.max(1, Math.floor(wanted.length / lettersPerMistake))
  return names.find((name) => {
    const known = searchable(name)
    return (
      known.includes(wanted) ||
      (digitsOf(known) === digitsOf(wanted) && distance(known, wanted) <= mostMistakes)
    )
  })
}
