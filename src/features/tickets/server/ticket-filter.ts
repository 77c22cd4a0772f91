import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { keysOf } from '#platform/contract/records.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketFilter } from '../list/contract.ts'
import { textConditions, valueConditions, type Condition } from './ticket-conditions.ts'
import { creatorBelongs } from './ticket-rows.ts'

/**
 * A filter as SQL whose values are placeholders: `values` under the same names. Two filters of one `shape` are one statement,
 * so the database plans it once.
 */
export interface FilterSql {
  shape: string
  where: SQL | undefined
  values: Record<string, unknown>
  /** Contains LIKE: what it finds is found by one search for all that is asked of it. */
  isTextual: boolean
  /** The best plan depends on what is looked for: not to be planned once for all. */
  isPlannedEachTime: boolean
}

type Part = Pick<FilterSql, 'shape' | 'where' | 'values'> & Partial<Pick<FilterSql, 'isPlannedEachTime'>>

const value = (name: string) => sql.placeholder(name)

const planned = { isTextual: false, isPlannedEachTime: false }

/** The SQL twin of `canSee`. */
export function visibleTo(viewer: Viewer): FilterSql {
  if (isStaff(viewer)) return { shape: 'all', where: undefined, values: {}, ...planned }
  const own = eq(tickets.createdById, value('viewerId'))
  if (viewer.managedClientIds.length === 0)
    return { shape: 'own', where: own, values: { viewerId: viewer.id }, ...planned }
  const company = and(sql`${tickets.clientId} = any(${value('managed')})`, creatorBelongs)
  return {
    shape: 'company',
    where: or(own, company),
    values: { viewerId: viewer.id, managed: viewer.managedClientIds },
    ...planned,
  }
}

/** All of these at once. */
function join(parts: readonly Part[], isTextual: boolean): FilterSql {
  return {
    shape: parts
      .map(({ shape }) => shape)
      .filter(Boolean)
      .join(','),
    where: and(...parts.map(({ where }) => where)),
    values: Object.fromEntries(parts.flatMap(({ values }) => Object.entries(values))),
    isTextual,
    isPlannedEachTime: isTextual || parts.some((part) => part.isPlannedEachTime),
  }
}

/** The filters that name one of few values. */
export const narrowByValue = (filter: TicketFilter, now: Date, timeZone: string): FilterSql =>
  join(
    Object.values(valueConditions).flatMap((condition) => condition.of(filter, now, timeZone) ?? []),
    false,
  )

/** What the viewer may see of what contains the texts of the filter. */
export function narrowByText(viewer: Viewer, filter: TicketFilter): FilterSql {
  const texts = keysOf(textConditions).flatMap((name): Condition[] => {
    const wanted = filter[name]
    return wanted ? [textConditions[name](wanted, viewer)] : []
  })
  return join([visibleTo(viewer), ...texts], texts.length > 0)
}

/** What the viewer may see and the filter lets through. */
export function narrow(viewer: Viewer, filter: TicketFilter, now: Date, timeZone: string): FilterSql {
  const byText = narrowByText(viewer, filter)
  return join([byText, narrowByValue(filter, now, timeZone)], byText.isTextual)
}

/** Equal for two that ask the same. */
export const cacheKey = ({ shape, values }: FilterSql, ...more: string[]) =>
  [shape, ...more, JSON.stringify(values)].join('|')
