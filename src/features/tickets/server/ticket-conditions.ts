import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { clientChanged } from '#features/clients/server/events.ts'
import type { Viewer } from '#features/users/contract.ts'
import { keysOf, recordOf } from '#platform/contract/records.ts'
import { containing } from '#platform/contract/searchable.ts'
import { startOfDay } from '#platform/server/clock.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import type { Age, AgeOrBand } from '../contract.ts'
import {
  Unassigned,
  valuesIn,
  type Facet,
  type TextFilterKey,
  type TicketFilter,
  type ValueFilterKey,
} from '../list/contract.ts'
import { canSeeInternal } from '../policy.ts'
import { commentAdded, type TicketFacets } from './events.ts'
import type { GroupKey } from './ticket-columns.ts'

/** A filter that is set, as SQL whose values are placeholders: `values` under the same names. */
export interface Condition {
  /** Equal for two that differ in nothing but their values. */
  shape: string
  where: SQL
  values: Readonly<Record<string, unknown>>
  /** The twin of `where` for what a fact says of a ticket; undefined: that does not tell. */
  lets(ticket: TicketFacets): boolean | undefined
  /** The facts that change what it lets through, though they change no facet. */
  unsettledBy?: readonly string[]
  /** Its best plan depends on its values. */
  isPlannedEachTime?: true
}

/** What a text filter lets through that looks for this text. */
type TextCondition = (wanted: string, viewer: Viewer) => Condition

interface ValueCondition {
  /** The column of a ticket that it looks at. */
  reads: AnyPgColumn
  /** Undefined while it is not set. */
  of(filter: TicketFilter, now: Date, timeZone: string): Condition | undefined
}

/** How tickets are counted by the choices of a filter: by each value of a column, or by conditions that may overlap. */
type Counting =
  | { by: GroupKey }
  | {
      conditions: Readonly<Record<string, SQL>>
      values(now: Date, timeZone: string): Readonly<Record<string, string>>
      /** The twin of `conditions`: those that hold for a ticket. */
      choicesOf(ticket: TicketFacets, values: Readonly<Record<string, string>>): string[]
    }
interface CountedCondition extends ValueCondition {
  counting: Counting
}

const value = (name: string) => sql.placeholder(name)

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

const contains =
  (name: TextFilterKey, column: AnyPgColumn): TextCondition =>
  (wanted) => ({
    shape: name,
    where: sql`${column} like ${value(name)}`,
    values: { [name]: containing(wanted) },
    lets: () => undefined,
  })

/** One of the values of the column of the same name, or none. */
const equals = (name: GroupKey): CountedCondition => ({
  reads: tickets[name],
  of({ [name]: wanted }) {
    if (wanted === undefined) return undefined
    const values = valuesIn(wanted)
    const given = values.filter((one) => one !== Unassigned)
    const nobody = isNull(tickets[name])
    const lets = ({ [name]: own }: TicketFacets) => values.includes(own ?? Unassigned)
    if (given.length === 0) return { shape: Unassigned, where: nobody, values: {}, lets }
    if (values.length === 1)
      return { shape: name, where: eq(tickets[name], value(name)), values: { [name]: given[0] }, lets }
    const one = sql`${tickets[name]} = any(${value(name)})`
    const isAlone = given.length === values.length
    return {
      shape: isAlone ? `several ${name}` : `several ${name} or ${Unassigned}`,
      where: isAlone ? one : sql`(${or(one, nobody)})`,
      values: { [name]: given },
      lets,
      isPlannedEachTime: true,
    }
  },
  counting: { by: name },
})

const days = (count: number) => count * 24 * 60 * 60 * 1000

/** Where the age begins, to the minute, so that within one the same question has the same answer. */
export function edgeOf(age: Age, now: Date, timeZone: string): Date {
  if (age === 'today') return startOfDay(now, timeZone)
  const minute = Math.floor(now.getTime() / 60_000) * 60_000
  return new Date(minute - days(age === 'week' ? 7 : 30))
}

const isSince = (edge: string) => sql`${tickets.createdAt} >= ${value(edge)}`
const isBefore = (edge: string) => sql`${tickets.createdAt} < ${value(edge)}`

/** Each age by where it and a younger one begin; what is of today is of the past week, too. */
const spans: Readonly<Record<AgeOrBand, { since?: Age; before?: Age }>> = {
  today: { since: 'today' },
  week: { since: 'week' },
  month: { since: 'month' },
  older: { before: 'month' },
  '2-7': { since: 'week', before: 'today' },
  '8-30': { since: 'month', before: 'week' },
}

/** The twin of a span. */
const isWithin = ({ createdAt }: TicketFacets, since: string | undefined, before: string | undefined) =>
  (since === undefined || createdAt >= since) && (before === undefined || createdAt < before)

const isOfAge: CountedCondition = {
  reads: tickets.createdAt,
  of({ ageFilter }, now, timeZone) {
    if (ageFilter === undefined) return undefined
    const { since, before } = spans[ageFilter]
    const at = (age: Age) => edgeOf(age, now, timeZone).toISOString()
    const [from, to] = [since && at(since), before && at(before)]
    return {
      shape: `${since ? 'since' : ''}${before ? 'before' : ''}`,
      where: sql`${and(since && isSince('since'), before && isBefore('before'))}`,
      values: { ...(from && { since: from }), ...(to && { before: to }) },
      lets: (ticket) => isWithin(ticket, from, to),
    }
  },
  counting: {
    conditions: recordOf(keysOf(spans), (age) => {
      const { since, before } = spans[age]
      return sql`${and(since && isSince(`${since}Edge`), before && isBefore(`${before}Edge`))}`
    }),
    values(now, timeZone) {
      const at = (age: Age) => edgeOf(age, now, timeZone).toISOString()
      return { todayEdge: at('today'), weekEdge: at('week'), monthEdge: at('month') }
    },
    choicesOf: (ticket, values) =>
      keysOf(spans).filter((age) => {
        const { since, before } = spans[age]
        return isWithin(ticket, since && values[`${since}Edge`], before && values[`${before}Edge`])
      }),
  },
}

const isOfRequester: ValueCondition = {
  reads: tickets.createdById,
  of: ({ requesterId }) =>
    requesterId === undefined
      ? undefined
      : {
          shape: 'requesterId',
          where: eq(tickets.createdById, value('requesterId')),
          values: { requesterId },
          lets: ({ createdById }) => createdById === requesterId,
        },
}

/** What each filter by text lets through. */
export const textConditions: Record<TextFilterKey, TextCondition> = {
  search: (wanted, viewer) => ({
    shape: canSeeInternal(viewer) ? 'search' : 'publicSearch',
    where: canSeeInternal(viewer) ? foundByStaff : foundByClient,
    values: { search: containing(wanted) },
    lets: () => undefined,
    unsettledBy: [commentAdded.type, clientChanged.type],
  }),
  customerName: contains('customerName', tickets.customerSearch),
  productName: contains('productName', tickets.productSearch),
  projectName: contains('projectName', tickets.projectSearch),
}

/** What each filter by value lets through, and how its choices are counted. */
export const valueConditions: Record<ValueFilterKey, ValueCondition> & Record<Facet, CountedCondition> = {
  status: equals('status'),
  priority: equals('priority'),
  category: equals('category'),
  clientId: equals('clientId'),
  assignedToId: equals('assignedToId'),
  turn: equals('turn'),
  ageFilter: isOfAge,
  requesterId: isOfRequester,
}
