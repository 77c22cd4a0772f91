import { searchable } from '#platform/contract/searchable.ts'

interface Named {
  id: string
  name: string
}

/** Checks a person's own names for a repeated one, ignoring case and accents. @param except id of the thing to be renamed */
export const hasName = (own: readonly Named[], name: string, except?: string): boolean =>
  own.some((one) => one.id !== except && searchable(one.name) === searchable(name))

/** Compares by name, and by id where names are equal. */
export function byName(one: Named, other: Named): number {
  const [a, b] = [searchable(one.name), searchable(other.name)]
  return a < b ? -1 : a > b ? 1 : one.id < other.id ? -1 : 1
}
