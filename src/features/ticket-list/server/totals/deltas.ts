import { clientDeleted, clientRestored } from '#features/clients/server/events.ts'
import { logRestored } from '#features/event-log/server/events.ts'
import { labelDeleted } from '#features/labels/server/events.ts'
import { productDeleted, productRestored } from '#features/products/server/events.ts'
import { tracesErased, userDeleted, userErased } from '#features/users/server/events.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import {
  commentImported,
  commentTakenBack,
  labelPutOn,
  labelTakenOff,
  participantAdded,
  participantRemoved,
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

export interface FacetChange {
  before?: TicketFacets
  after?: TicketFacets
  /** A text was edited, by which tickets are found. */
  isEdited?: boolean
  /** Change in the number of answered tickets, with the waiting time. */
  answered?: { by: 1 | -1; waitedMs: number }
}

export const stepFacts = anyOf(
  ticketCreated,
  ticketChanged,
  ticketTurned,
  ticketAnswered,
  commentTakenBack,
  ticketDeleted,
  ticketRestored,
  participantAdded,
  participantRemoved,
  labelPutOn,
  labelTakenOff,
)
type StepFact = NonNullable<ReturnType<typeof stepFacts.read>>

/**
 * Change assignees, products or labels without a fact of the ticket, or so many tickets that recounting is faster.
 * `counted-facts.unit.test.ts` demands of each fact that it stands here, in `stepFacts` or in `textual`, or changes no total.
 */
export const unsettling = new Set(
  [
    userDeleted,
    userErased,
    tracesErased,
    productDeleted,
    productRestored,
    clientDeleted,
    clientRestored,
    labelDeleted,
    ticketImported,
    commentImported,
    logRestored,
  ].map(({ type }): string => type),
)

const isWhole = (facets: Facets | undefined): facets is TicketFacets =>
  facets?.turn !== undefined && facets.resolvedAt !== undefined && facets.labelIds !== undefined

/** Returns undefined for events of old versions without enough data. */
function stepOf({ type, data }: StepFact): FacetChange | undefined {
  switch (type) {
    case 'ticket.created':
      return isWhole(data.after) ? { after: data.after } : undefined
    case 'ticket.changed': {
      const { before, after, edited = [] } = data
      return isWhole(before) && isWhole(after) ? { before, after, isEdited: edited.length > 0 } : undefined
    }
    case 'ticket.turned':
    case 'participant.added':
    case 'participant.removed':
    case 'ticket.labelled':
    case 'ticket.unlabelled':
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

/** @returns null for other facts */
function readStep(entry: LogEntry): FacetChange | undefined | null {
  try {
    const fact = stepFacts.read(entry)
    return fact ? stepOf(fact) : null
  } catch {
    // Written in a form that this version cannot read.
    return undefined
  }
}

/** Lists what these events did to tickets, in order; undefined when they do not tell everything. */
export function facetChangesIn(entries: readonly LogEntry[]): FacetChange[] | undefined {
  const steps: FacetChange[] = []
  for (const entry of entries) {
    const step = unsettling.has(entry.type) ? undefined : readStep(entry)
    if (step === undefined) return undefined
    if (step) steps.push(step)
  }
  return steps
}

const named = ['clientId', 'createdById', 'assignedToId'] as const

export interface CountDelta<G> {
  group: G
  by: 1 | -1
}

/** Undefined when the events do not tell. @param groupsOf the groups that a ticket is counted in */
export function deltasIn<G>(
  { matches, unsettledBy }: Pick<FilterSql, 'matches' | 'unsettledBy'>,
  entries: readonly LogEntry[],
  groupsOf: (ticket: TicketFacets) => readonly G[],
): CountDelta<G>[] | undefined {
  if (unsettledBy.length > 0 && entries.some(({ type }) => unsettledBy.includes(type))) return undefined
  const steps = facetChangesIn(entries)
  if (!steps) return undefined
  const moves: CountDelta<G>[] = []
  for (const { before, after, isEdited = false } of steps) {
    const was = before ? matches(before) : false
    const is = after ? matches(after) : false
    const [from, to] = [
      before && was !== false ? groupsOf(before) : [],
      after && is !== false ? groupsOf(after) : [],
    ]
    // Facets omit texts and names; a change of the ticket alters those with its company or people, or says so.
    const isSameQuestion = !isEdited && named.every((key) => before?.[key] === after?.[key])
    const hasStayed =
      was === is && from.length === to.length && from.every((group, place) => group === to[place])
    if (hasStayed && (was !== undefined || isSameQuestion)) continue
    if (was === undefined || is === undefined) return undefined
    for (const group of from) moves.push({ group, by: -1 })
    for (const group of to) moves.push({ group, by: 1 })
  }
  return moves
}
