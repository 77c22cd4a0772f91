import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import { and, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { keysOf } from '#platform/contract/records.ts'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { tickets } from '#tables/tickets.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import type { TicketFacets } from '#features/tickets/server/events.ts'
import { textConditions, valueConditions, type Condition } from './conditions.ts'

/**
 * A filter as SQL whose values are placeholders: `values` under the same names. Two filters of one `shape` are one statement,
 * so the database plans it once.
 */
export interface FilterSql {
  shape: string
  /** But for `search`, if that is set: use `resolveSearch`. */
  conditions?: SQL | undefined
  /** What staff search for besides, in pieces. */
  search?: readonly string[] | undefined
  values: Record<string, unknown>
  /** The values that are patterns of names, with the column that holds the names: use `resolveSearch`. */
  names?: Readonly<Record<string, AnyPgColumn>> | undefined
  /** The twin of these conditions for what a fact says of a ticket; undefined: that does not tell. */
  matches(ticket: TicketFacets): boolean | undefined
  /** The facts that change what it lets through, though they change no facet. */
  unsettledBy: readonly string[]
  /** Finds by text, which one search does for everything that is asked. */
  isTextual: boolean
  /** The best plan depends on what is looked for: not to be planned once for all. */
  isPlannedEachTime: boolean
}

type Part = Pick<FilterSql, 'shape' | 'conditions' | 'search' | 'values' | 'names' | 'matches'> &
  Partial<Pick<FilterSql, 'isPlannedEachTime' | 'isTextual' | 'unsettledBy'>>

const value = (name: string) => sql.placeholder(name)

/** All of these at once. */
function join(parts: readonly Part[]): FilterSql {
  const isTextual = parts.some((part) => part.isTextual)
  return {
    shape: parts
      .map(({ shape }) => shape)
      .filter(Boolean)
      .join(','),
    conditions: and(...parts.map(({ conditions }) => conditions)),
    search: parts.find(({ search }) => search !== undefined)?.search,
    values: Object.fromEntries(parts.flatMap(({ values }) => Object.entries(values))),
    names: Object.fromEntries(parts.flatMap(({ names = {} }) => Object.entries(names))),
    matches(ticket) {
      const answers = parts.map(({ matches }) => matches(ticket))
      return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true
    },
    unsettledBy: parts.flatMap(({ unsettledBy = [] }) => unsettledBy),
    isTextual,
    isPlannedEachTime: isTextual || parts.some((part) => part.isPlannedEachTime),
  }
}

/** The filters that name one of few values. */
export const valueFilterSql = (filter: TicketFilter, now: Date, timeZone: string): FilterSql =>
  join(Object.values(valueConditions).flatMap((condition) => condition.of(filter, now, timeZone) ?? []))

/** What the viewer may see of what contains the texts of the filter. */
export function textFilterSql(viewer: Viewer, filter: TicketFilter): FilterSql {
  const texts = keysOf(textConditions).flatMap((name): Condition[] => {
    const wanted = filter[name]
    return wanted ? [textConditions[name](wanted, viewer)] : []
  })
  return join([visibleTo(viewer), ...texts])
}

/** What the viewer may see and the filter lets through. */
export function filterSql(viewer: Viewer, filter: TicketFilter, now: Date, timeZone: string): FilterSql {
  const byText = textFilterSql(viewer, filter)
  return join([byText, valueFilterSql(filter, now, timeZone)])
}

/** Those of these tickets that the viewer may see. */
export const idsFilterSql = (viewer: Viewer, ids: readonly string[]): FilterSql =>
  join([
    visibleTo(viewer),
    {
      shape: 'ids',
      conditions: sql`${tickets.id} = any(${value('ids')})`,
      values: { ids },
      matches: () => undefined,
      isPlannedEachTime: true,
    },
  ])

/** Equal for two that ask the same. */
export const cacheKey = ({ shape, values }: FilterSql, ...more: string[]) =>
  [shape, ...more, JSON.stringify(values)].join('|')
