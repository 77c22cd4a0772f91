import { clientDeleted, clientRestored } from '#features/clients/server/events.ts'
import { productDeleted, productRestored } from '#features/products/server/events.ts'
import { tracesErased, userDeleted, userErased } from '#features/users/server/events.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
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
} from '#features/tickets/server/events.ts'
import type { FilterSql } from './filter.ts'

/** What a fact has done to a ticket: what it was, and what it is. */
export interface FacetChange {
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
function stepOf({ type, data }: StepFact): FacetChange | undefined {
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
function readStep(entry: LogEntry): FacetChange | undefined | null {
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
export function facetChangesIn(entries: readonly LogEntry[]): FacetChange[] | undefined {
  const steps: FacetChange[] = []
  for (const entry of entries) {
    const step = unsettling.has(entry.type) ? undefined : readStep(entry)
    if (step === undefined) return undefined
    if (step) steps.push(step)
  }
  return steps
}

/** How many more, or fewer, tickets a group has. */
export interface CountDelta<G> {
  group: G
  by: 1 | -1
}

/**
 * What events change in the number of tickets that a filter lets through, group by group.
 * @param groupsOf the groups that a ticket is counted in
 * @returns undefined when the events do not tell
 */
export function deltasIn<G>(
  { matches, unsettledBy }: Pick<FilterSql, 'matches' | 'unsettledBy'>,
  entries: readonly LogEntry[],
  groupsOf: (ticket: TicketFacets) => readonly G[],
): CountDelta<G>[] | undefined {
  if (unsettledBy.length > 0 && entries.some(({ type }) => unsettledBy.includes(type))) return undefined
  const steps = facetChangesIn(entries)
  if (!steps) return undefined
  const moves: CountDelta<G>[] = []
  for (const { before, after } of steps) {
    const was = before ? matches(before) : false
    const is = after ? matches(after) : false
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
