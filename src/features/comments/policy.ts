import type { Person } from '#features/users/contract.ts'
import { searchable } from '#platform/contract/searchable.ts'

/** Whether a person is meant by what is typed after an @: the beginning of their name, or of a word of it. */
export function isMeantBy(typed: string): (person: Pick<Person, 'firstName' | 'lastName'>) => boolean {
  const text = searchable(typed)
  return ({ firstName, lastName }) => {
    const name = searchable(`${firstName} ${lastName}`)
    return name.startsWith(text) || name.includes(` ${text}`)
  }
}
