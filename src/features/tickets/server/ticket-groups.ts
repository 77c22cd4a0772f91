import { inArray } from 'drizzle-orm'
import { listPeople } from '#features/users/server/queries.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { clients } from '#tables/clients.ts'
import { categories, priorities, statuses } from '../contract.ts'
import type { ValueCounts } from './ticket-counts.ts'
import type { GroupKey } from './ticket-order.ts'

/** A part of a group that belongs to a page. */
export interface Slice {
  value: string | null
  offset: number
  limit: number
  /** Nothing of the group is left out. */
  isWhole: boolean
}

const names = (rows: readonly { id: string; name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]))

async function namesOf(reader: Reader, key: GroupKey, ids: string[]): Promise<Map<string, string>> {
  if (key === 'clientId')
    return names(
      await reader
        .select({ id: clients.id, name: clients.nameSearch })
        .from(clients)
        .where(inArray(clients.id, ids)),
    )
  const people = await listPeople(reader, ids)
  return names(
    people.map(({ id, firstName, lastName }) => ({ id, name: searchable(`${firstName} ${lastName}`) })),
  )
}

const fixed: Partial<Record<GroupKey, readonly string[]>> = {
  status: statuses,
  priority: priorities,
  category: categories.toSorted(),
}

/** Groups in their order: statuses as work goes, priorities as they rise, the rest by name; nobody comes after everybody. */
export async function inOrder(
  reader: Reader,
  key: GroupKey,
  counts: ValueCounts,
  isDescending: boolean,
): Promise<ValueCounts> {
  const values = counts.flatMap(({ value }) => value ?? [])
  const names = fixed[key] || values.length === 0 ? undefined : await namesOf(reader, key, values)
  const rank = (value: string | null): readonly [number, string, string] => {
    if (value === null) return [1, '', '']
    return [0, names?.get(value) ?? String(fixed[key]?.indexOf(value)), value]
  }
  const compare = (one: string | null, other: string | null) => {
    const [a, b] = [rank(one), rank(other)]
    const at = a.findIndex((part, place) => part !== b[place])
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1
  }
  const sorted = counts.toSorted((one, other) => compare(one.value, other.value))
  return isDescending ? sorted.toReversed() : sorted
}

/** Which part of which group stands between `offset` and `offset + limit` when one group follows the other. */
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
