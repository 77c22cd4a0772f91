/** The names of an object's fields as its type knows them; for objects that are made where their type is, and so hold nothing else. */
export const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[]

/** A record with one value for each key. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>
