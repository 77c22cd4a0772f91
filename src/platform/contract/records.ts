/** Lists the field names that a type knows; for objects made with their type, so without other fields. */
export const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[]

export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** Finds the edited fields of a form: another user may have changed the others since. Null equals empty. */
export const changedValues = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    keysOf(before)
      .filter((field) => !isSame(before[field], after[field]))
      .map((field) => [field, after[field]]),
  ) as Partial<T>

/** The same, or `rest` without changes: an unchanged form still asks the server, which may refuse. */
export function changedOr<T extends object>(rest: Partial<T>, before: T, after: T): Partial<T> {
  const changed = changedValues(before, after)
  return keysOf(changed).length > 0 ? changed : rest
}
