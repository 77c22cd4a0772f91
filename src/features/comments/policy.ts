import type { Person } from '#features/users/contract.ts'
import { searchable } from '#platform/contract/searchable.ts'

/** Matches the text after an @ with the beginning of a name, or of a word in it. */
export function isMeantBy(typed: string): (person: Pick<Person, 'firstName' | 'lastName'>) => boolean {
  const text = searchable(typed)
  return ({ firstName, lastName }) => {
    const name = searchable(`${firstName} ${lastName}`)
    return name.startsWith(text) || name.includes(` ${text}`)
  }
}
