/** The names of an object's fields as its type knows them; for objects that are made where their type is, and so hold nothing else. */
export const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[]

/** A record with one value for each key. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** The fields of an edited form that differ from what it began with: the others may have been changed by somebody else meanwhile. Null is as good as empty. */
export const changedValues = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    keysOf(before)
      .filter((field) => !isSame(before[field], after[field]))
      .map((field) => [field, after[field]]),
  ) as Partial<T>

/** The same; where nothing differs `rest`, for a form saved as it is still asks the server, which may refuse. */
export function changedOr<T extends object>(rest: Partial<T>, before: T, after: T): Partial<T> {
  const changed = changedValues(before, after)
  return keysOf(changed).length > 0 ? changed : rest
}
