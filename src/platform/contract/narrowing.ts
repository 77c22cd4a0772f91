/** @returns undefined for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The names of an object's fields as its type knows them; for objects that are made where their type is, and so hold nothing else. */
export const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[]

export const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((one) => one === value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The fields of something of which nothing is known, such as what was thrown; of what is no object there are none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
