import { and, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { WantedSearch } from '#features/ticket-search/server/public/bounded-search.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import type { TicketFacets } from '#features/tickets/server/events.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import type { Viewer } from '#features/users/contract.ts'
import { keysOf } from '#platform/contract/records.ts'
import { tickets } from '#tables/tickets.ts'
import { textConditions, valueConditions, type Condition } from './conditions.ts'

/** Filter as SQL with placeholders. Filters of one `shape` share a statement, which is planned once. */
export interface FilterSql {
  shape: string
  /** Excludes `search`: use `resolveSearch`. */
  conditions?: SQL | undefined
  search?: WantedSearch | undefined
  values: Record<string, unknown>
  /** Patterns of names, with the column of the names: use `resolveSearch`. */
  names?: Readonly<Record<string, AnyPgColumn>> | undefined
  /** Predicate equivalent to the SQL; undefined when the facets do not tell. */
  matches(ticket: TicketFacets): boolean | undefined
  /** Facts that change the result without changing a facet. */
  unsettledBy: readonly string[]
  /** Finds by text; such filters share one search. */
  isTextual: boolean
  /** The best plan depends on the values, so the statement must not be named. */
  isPlannedEachTime: boolean
}

type Part = Pick<FilterSql, 'shape' | 'conditions' | 'search' | 'values' | 'names' | 'matches'> &
  Partial<Pick<FilterSql, 'isPlannedEachTime' | 'isTextual' | 'unsettledBy'>>

const value = (name: string) => sql.placeholder(name)

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

export const valueFilterSql = (
  viewer: Viewer,
  filter: TicketFilter,
  now: Date,
  timeZone: string,
): FilterSql =>
  join(
    Object.values(valueConditions)
      .filter(({ mayAsk }) => mayAsk?.(viewer) ?? true)
      .flatMap((condition) => condition.of(filter, now, timeZone) ?? []),
  )

export function textFilterSql(viewer: Viewer, filter: TicketFilter, now: Date, timeZone: string): FilterSql {
  const texts = keysOf(textConditions).flatMap((name): Condition[] => {
    const wanted = filter[name]
    return wanted ? textConditions[name](wanted, { viewer, now, timeZone }) : []
  })
  return join([visibleTo(viewer), ...texts])
}

export function filterSql(viewer: Viewer, filter: TicketFilter, now: Date, timeZone: string): FilterSql {
  const byText = textFilterSql(viewer, filter, now, timeZone)
  return join([byText, valueFilterSql(viewer, filter, now, timeZone)])
}

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

export const cacheKey = ({ shape, values }: FilterSql, ...more: string[]) =>
  [shape, ...more, JSON.stringify(values)].join('|')
