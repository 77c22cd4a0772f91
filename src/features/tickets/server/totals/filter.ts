import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import { clientDeleted, clientRestored } from '#features/clients/server/events.ts'
import { productDeleted, productRestored } from '#features/products/server/events.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { tracesErased, userDeleted, userErased } from '#features/users/server/events.ts'
import { keysOf } from '#platform/contract/records.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketFilter } from '../../list/contract.ts'
import { canSee } from '../../policy.ts'
import {
  commentImported,
  commentTakenBack,
  ticketAnswered,
  ticketChanged,
  ticketCreated,
  ticketDeleted,
  ticketImported,
  ticketRestored,
  ticketTurned,
  type Facets,
  type TicketFacets,
} from '../events.ts'
import { textConditions, valueConditions, type Condition } from './conditions.ts'
import { sightOf } from './facets.ts'
import { filedForClient } from '../ticket-rows.ts'

/**
 * A filter as SQL whose values are placeholders: `values` under the same names. Two filters of one `shape` are one statement,
 * so the database plans it once.
 */
export interface FilterSql {
  shape: string
  /** But for `search`, if that is set: use `settle`. */
  conditions?: SQL | undefined
  /** What staff search for besides, in pieces. */
  search?: readonly string[] | undefined
  values: Record<string, unknown>
  /** The twin of these conditions for what a fact says of a ticket; undefined: that does not tell. */
  lets(ticket: TicketFacets): boolean | undefined
  /** The facts that change what it lets through, though they change no facet. */
  unsettledBy: readonly string[]
  /** Contains LIKE: what it finds is found by one search for all that is asked of it. */
  isTextual: boolean
  /** The best plan depends on what is looked for: not to be planned once for all. */
  isPlannedEachTime: boolean
}

/** What a viewer may see: conditions alone. */
export type Scope = FilterSql & { search?: never }

type Part = Pick<FilterSql, 'shape' | 'conditions' | 'search' | 'values' | 'lets'> &
  Partial<Pick<FilterSql, 'isPlannedEachTime' | 'unsettledBy'>>

const value = (name: string) => sql.placeholder(name)

const planned = { isTextual: false, isPlannedEachTime: false, unsettledBy: [] }

/** The SQL twin of `canSee`. */
export function visibleTo(viewer: Viewer): Scope {
  const lets = (ticket: TicketFacets) => canSee(viewer, sightOf(ticket))
  if (isStaff(viewer)) return { shape: 'all', values: {}, lets, ...planned }
  const own = eq(tickets.createdById, value('viewerId'))
  if (viewer.managedClientIds.length === 0)
    return { shape: 'own', conditions: own, values: { viewerId: viewer.id }, lets, ...planned }
  const company = and(sql`${tickets.clientId} = any(${value('managed')})`, filedForClient)
  return {
    shape: 'company',
    conditions: or(own, company),
    values: { viewerId: viewer.id, managed: viewer.managedClientIds },
    lets,
    ...planned,
  }
}

/** All of these at once. */
export function join(parts: readonly Part[], isTextual: boolean): FilterSql {
  return {
    shape: parts
      .map(({ shape }) => shape)
      .filter(Boolean)
      .join(','),
    conditions: and(...parts.map(({ conditions }) => conditions)),
    search: parts.find(({ search }) => search !== undefined)?.search,
    values: Object.fromEntries(parts.flatMap(({ values }) => Object.entries(values))),
    lets(ticket) {
      const answers = parts.map(({ lets }) => lets(ticket))
      return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true
    },
    unsettledBy: parts.flatMap(({ unsettledBy = [] }) => unsettledBy),
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

/** Those of these tickets that the viewer may see. */
export const narrowToIds = (viewer: Viewer, ids: readonly string[]): FilterSql =>
  join(
    [
      visibleTo(viewer),
      {
        shape: 'ids',
        conditions: sql`${tickets.id} = any(${value('ids')})`,
        values: { ids },
        lets: () => undefined,
        isPlannedEachTime: true,
      },
    ],
    false,
  )

/** Equal for two that ask the same. */
export const cacheKey = ({ shape, values }: FilterSql, ...more: string[]) =>
  [shape, ...more, JSON.stringify(values)].join('|')

/** What a fact has done to a ticket: what it was, and what it is. */
export interface Step {
  before?: TicketFacets
  after?: TicketFacets
  /** One more, or fewer, was answered, after so long. */
  answered?: { by: 1 | -1; waitedMs: number }
}

const stepFacts = anyOf(
  ticketCreated,
  ticketChanged,
  ticketTurned,
  ticketAnswered,
  commentTakenBack,
  ticketDeleted,
  ticketRestored,
)
type StepFact = NonNullable<ReturnType<typeof stepFacts.read>>

/** With these, tickets lose an assignee or a product, or find one again, which no fact of the ticket tells; or so many change that
 * counting anew is faster. */
const unsettling = new Set(
  [
    userDeleted,
    userErased,
    tracesErased,
    productDeleted,
    productRestored,
    clientDeleted,
    clientRestored,
    ticketImported,
    commentImported,
  ].map(({ type }): string => type),
)

const isWhole = (facets: Facets | undefined): facets is TicketFacets =>
  facets?.turn !== undefined && facets.resolvedAt !== undefined

/** Undefined for what versions wrote that did not carry anything forward. */
function stepOf({ type, data }: StepFact): Step | undefined {
  switch (type) {
    case 'ticket.created':
      return isWhole(data.after) ? { after: data.after } : undefined
    case 'ticket.changed':
    case 'ticket.turned':
      return isWhole(data.before) && isWhole(data.after)
        ? { before: data.before, after: data.after }
        : undefined
    case 'ticket.answered':
      return data.waitedMs === undefined ? undefined : { answered: { by: 1, waitedMs: data.waitedMs } }
    case 'comment.taken_back':
      return data.waitedMs === undefined ? {} : { answered: { by: -1, waitedMs: data.waitedMs } }
    case 'ticket.deleted': {
      const { before, waitedMs } = data
      if (!isWhole(before) || waitedMs === undefined) return undefined
      return { before, ...(waitedMs !== null && { answered: { by: -1, waitedMs } }) }
    }
    case 'ticket.restored': {
      const { after, waitedMs } = data
      if (!isWhole(after)) return undefined
      return { after, ...(waitedMs !== null && { answered: { by: 1, waitedMs } }) }
    }
  }
}

/** @returns null for an event that is no such fact */
function readStep(entry: LogEntry): Step | undefined | null {
  try {
    const fact = stepFacts.read(entry)
    return fact ? stepOf(fact) : null
  } catch {
    // Written in a form that this version cannot read.
    return undefined
  }
}

/**
 * What these events have done to tickets, in their order.
 * @returns undefined when the events do not tell all of it
 */
export function stepsIn(entries: readonly LogEntry[]): Step[] | undefined {
  const steps: Step[] = []
  for (const entry of entries) {
    const step = unsettling.has(entry.type) ? undefined : readStep(entry)
    if (step === undefined) return undefined
    if (step) steps.push(step)
  }
  return steps
}

/** How many more, or fewer, tickets a group has. */
export interface Move<G> {
  group: G
  by: 1 | -1
}

/**
 * What events change in the number of tickets that a filter lets through, group by group.
 * @param groupsOf the groups that a ticket is counted in
 * @returns undefined when the events do not tell
 */
export function movesIn<G>(
  { lets, unsettledBy }: Pick<FilterSql, 'lets' | 'unsettledBy'>,
  entries: readonly LogEntry[],
  groupsOf: (ticket: TicketFacets) => readonly G[],
): Move<G>[] | undefined {
  if (unsettledBy.length > 0 && entries.some(({ type }) => unsettledBy.includes(type))) return undefined
  const steps = stepsIn(entries)
  if (!steps) return undefined
  const moves: Move<G>[] = []
  for (const { before, after } of steps) {
    const was = before ? lets(before) : false
    const is = after ? lets(after) : false
    const [from, to] = [
      before && was !== false ? groupsOf(before) : [],
      after && is !== false ? groupsOf(after) : [],
    ]
    // What facets do not tell of a ticket is what was written in it, and whose it is: that changes with its company alone.
    const isSameQuestion = before?.clientId === after?.clientId
    const hasStayed =
      was === is && from.length === to.length && from.every((group, place) => group === to[place])
    if (hasStayed && (was !== undefined || isSameQuestion)) continue
    if (was === undefined || is === undefined) return undefined
    for (const group of from) moves.push({ group, by: -1 })
    for (const group of to) moves.push({ group, by: 1 })
  }
  return moves
}
