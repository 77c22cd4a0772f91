import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { containing } from '#platform/contract/searchable.ts'
import { startOfDay } from '#platform/server/clock.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import type { Age } from '../contract.ts'
import { Unassigned, type TicketFilter } from '../list/contract.ts'
import { canSeeInternal } from '../policy.ts'
import { creatorBelongs } from './ticket-rows.ts'

/**
 * A filter as SQL whose values are placeholders: `values` under the same names. Two filters of one `shape` are one statement,
 * so the database plans it once.
 */
export interface FilterSql {
  shape: string
  where: SQL | undefined
  values: Record<string, unknown>
  /** Contains LIKE, whose best plan depends on what is looked for: not to be planned once for all. */
  isTextual: boolean
}

const value = (name: string) => sql.placeholder(name)

/** The SQL twin of `canSee`. */
export function visibleTo(viewer: Viewer): FilterSql {
  if (isStaff(viewer)) return { shape: 'all', where: undefined, values: {}, isTextual: false }
  const own = eq(tickets.createdById, value('viewerId'))
  if (viewer.managedClientIds.length === 0)
    return { shape: 'own', where: own, values: { viewerId: viewer.id }, isTextual: false }
  const company = and(sql`${tickets.clientId} = any(${value('managed')})`, creatorBelongs)
  return {
    shape: 'company',
    where: or(own, company),
    values: { viewerId: viewer.id, managed: viewer.managedClientIds },
    isTextual: false,
  }
}

/** Wherever the text stands in what staff may see of a ticket; each part by its own index. */
const foundByStaff = sql`${tickets.id} in (
  select t.id from ${tickets} t where t.search_text like ${value('search')}
  union select c.ticket_id from ${comments} c where c.search_text like ${value('search')}
  union select t.id from ${tickets} t
    where t.client_id in (select c.id from ${clients} c where c.name_search like ${value('search')}))`

/** The same for clients: their own tickets are few, so each is looked at instead of all that contain the text. */
const foundByClient = sql`(${tickets.searchText} like ${value('search')}
  or exists (select 1 from ${comments} c
    where c.ticket_id = ${tickets.id} and not c.is_internal and c.search_text like ${value('search')})
  or exists (select 1 from ${clients} c where c.id = ${tickets.clientId} and c.name_search like ${value('search')}))`

const days = (count: number) => count * 24 * 60 * 60 * 1000

/** Where the age begins, to the minute, so that within one the same question has the same answer. */
export function edgeOf(age: Age, now: Date, timeZone: string): Date {
  if (age === 'today') return startOfDay(now, timeZone)
  const minute = Math.floor(now.getTime() / 60_000) * 60_000
  return new Date(minute - days(age === 'week' ? 7 : 30))
}

const shapeOf = (...shapes: string[]) => shapes.filter(Boolean).join(',')

/** The filters that name one of few values. */
export function narrowByValue(filter: TicketFilter, now: Date, timeZone: string): FilterSql {
  const parts: SQL[] = []
  const values: Record<string, unknown> = {}
  const shape: string[] = []
  for (const name of ['status', 'priority', 'category', 'clientId', 'assignedToId'] as const) {
    const wanted = filter[name]
    if (wanted === undefined) continue
    const isNone = name === 'assignedToId' && wanted === Unassigned
    parts.push(isNone ? isNull(tickets[name]) : eq(tickets[name], value(name)))
    if (!isNone) values[name] = wanted
    shape.push(isNone ? Unassigned : name)
  }
  if (filter.ageFilter) {
    const edge = value('edge')
    const isBefore = filter.ageFilter === 'older'
    parts.push(isBefore ? sql`${tickets.createdAt} < ${edge}` : sql`${tickets.createdAt} >= ${edge}`)
    values['edge'] = edgeOf(filter.ageFilter, now, timeZone).toISOString()
    shape.push(isBefore ? 'before' : 'since')
  }
  return { shape: shapeOf(...shape), where: and(...parts), values, isTextual: false }
}

/** What the viewer may see of what contains the texts of the filter. */
export function narrowByText(viewer: Viewer, filter: TicketFilter): FilterSql {
  const scope = visibleTo(viewer)
  const parts: SQL[] = scope.where ? [scope.where] : []
  const values = { ...scope.values }
  const shape = [scope.shape]
  const contains = (name: 'customerName' | 'productName' | 'projectName', column: AnyPgColumn) => {
    const wanted = filter[name]
    if (!wanted) return
    parts.push(sql`${column} like ${value(name)}`)
    values[name] = containing(wanted)
    shape.push(name)
  }
  if (filter.search) {
    parts.push(canSeeInternal(viewer) ? foundByStaff : foundByClient)
    values['search'] = containing(filter.search)
    shape.push(canSeeInternal(viewer) ? 'search' : 'publicSearch')
  }
  contains('customerName', tickets.customerSearch)
  contains('productName', tickets.productSearch)
  contains('projectName', tickets.projectSearch)
  return { shape: shapeOf(...shape), where: and(...parts), values, isTextual: shape.length > 1 }
}

/** What the viewer may see and the filter lets through. */
export function narrow(viewer: Viewer, filter: TicketFilter, now: Date, timeZone: string): FilterSql {
  const byText = narrowByText(viewer, filter)
  const byValue = narrowByValue(filter, now, timeZone)
  return {
    shape: shapeOf(byText.shape, byValue.shape),
    where: and(byText.where, byValue.where),
    values: { ...byText.values, ...byValue.values },
    isTextual: byText.isTextual,
  }
}

/** Equal for two that ask the same. */
export const cacheKey = ({ shape, values }: FilterSql, ...more: string[]) =>
  [shape, ...more, JSON.stringify(values)].join('|')
