import { distance } from 'fastest-levenshtein'
import { searchable } from '#platform/contract/searchable.ts'

const digitsOf = (name: string) => name.replaceAll(/\D/g, '')

/** Of how many letters one may be wrong. */
const lettersPerMistake = 5

/** The name that is perhaps meant, not yet written out or with a slip of the keys; one with other digits is another name. */
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
