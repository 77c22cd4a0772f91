import type { Reader } from '#platform/server/database/query-builder.ts'
import type { ValueCounts } from './totals/choices.ts'
import type { GroupOrder } from './ticket-columns.ts'

export interface Slice {
  value: string | null
  offset: number
  limit: number
  isWhole: boolean
}

/** Sorts groups; unassigned comes last. */
export async function inOrder(
  reader: Reader,
  { ranksOf, isDescending }: GroupOrder,
  counts: ValueCounts,
): Promise<ValueCounts> {
  const values = counts.flatMap(({ value }) => value ?? [])
  const ranks = values.length === 0 ? undefined : await ranksOf(reader, values)
  const rank = (value: string | null): readonly [number, string, string] =>
    value === null ? [1, '', ''] : [0, ranks?.get(value) ?? '', value]
  const compare = (one: string | null, other: string | null) => {
    const [a, b] = [rank(one), rank(other)]
    const at = a.findIndex((part, place) => part !== b[place])
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1
  }
  const sorted = counts.toSorted((one, other) => compare(one.value, other.value))
  return isDescending ? sorted.toReversed() : sorted
}

/** Splits `offset` to `offset + limit` over consecutive groups. */
export function slicesOf(groups: ValueCounts, offset: number, limit: number): Slice[] {
  const slices: Slice[] = []
  let before = 0
  for (const { value, count } of groups) {
    const from = Math.max(0, offset - before)
    const to = Math.min(count, offset + limit - before)
    if (to > from) slices.push({ value, offset: from, limit: to - from, isWhole: from === 0 && to === count })
    before += count
  }
  return slices
}
