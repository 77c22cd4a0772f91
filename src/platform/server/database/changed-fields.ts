import { z } from 'zod'
import { keysOf } from '#platform/contract/records.ts'

export type FieldChanges = Record<string, { from: unknown; to: unknown }>

/** The same in the log; null: the values have been forgotten, see `forgetWords`. */
export const LoggedChanges = z.record(
  z.string(),
  z.object({ from: z.unknown().optional(), to: z.unknown().optional() }).nullable(),
)

const sameValue = (one: unknown, other: unknown) =>
  (one ?? null) === (other ?? null) || JSON.stringify(one) === JSON.stringify(other)

/** Finds the wanted fields that differ from the row. `undefined` means not wanted. */
export const changedFields = <R extends object>(before: R, wanted: Partial<R>): FieldChanges =>
  Object.fromEntries(
    keysOf(wanted)
      .filter((field) => wanted[field] !== undefined && !sameValue(wanted[field], before[field]))
      .map((field) => [field, { from: before[field], to: wanted[field] }]),
  )

export const newValues = (changes: FieldChanges): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]))
