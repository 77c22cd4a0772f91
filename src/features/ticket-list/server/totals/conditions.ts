import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { chatSent } from '#features/chat/server/events.ts'
import { clientChanged } from '#features/clients/server/events.ts'
import { canSeeLabels } from '#features/labels/policy.ts'
import { labelChanged, labelDeleted } from '#features/labels/server/events.ts'
import { nameOfPerson, type WantedSearch } from '#features/ticket-search/server/public/bounded-search.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { userChanged } from '#features/users/server/events.ts'
import { keysOf, recordOf } from '#platform/contract/records.ts'
import { containing, searchPieces } from '#platform/contract/searchable.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { ticketLabels } from '#tables/ticket-labels.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { Age, AgeOrBand } from '#features/tickets/contract.ts'
import {
  Unassigned,
  Unlabelled,
  valuesIn,
  type Facet,
  type TextFilterKey,
  type TicketFilter,
  type ValueFilterKey,
} from '#features/tickets/list/contract.ts'
import { readSearch } from '#features/tickets/list/search/contract.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import {
  attachmentAdded,
  attachmentRemoved,
  commentAdded,
  commentDeleted,
  commentEdited,
  commentRestored,
  commentTakenBack,
  labelPutOn,
  labelTakenOff,
  type TicketFacets,
} from '#features/tickets/server/events.ts'
import { edgeOf } from '../public/age-edge.ts'
import type { GroupKey } from '../ticket-columns.ts'
import { meaningsOf, type Asked } from './searched-tokens.ts'

/** Active filter as SQL; `values` holds the placeholders of the same names. */
export interface Condition {
  /** Equal for conditions that differ in their values only. */
  shape: string
  conditions?: SQL
  /** Search of staff, instead of conditions: it is bounded (`boundedSearch`). */
  search?: WantedSearch
  values: Readonly<Record<string, unknown>>
  /** Values that are patterns of names, with the column of the names. */
  names?: Readonly<Record<string, AnyPgColumn>>
  /** Finds by text; such filters share one search. */
  isTextual?: true
  /** Predicate equivalent to the SQL; undefined when the facets do not tell. */
  matches(ticket: TicketFacets): boolean | undefined
  /** Facts that change the result without changing a facet. */
  unsettledBy?: readonly string[]
  /** The best plan depends on the values. */
  isPlannedEachTime?: true
}

type TextCondition = (wanted: string, asked: Asked) => Condition[]

interface ValueCondition {
  reads: AnyPgColumn
  /** Ignored from others. Absent: everybody may filter by it. */
  mayAsk?(viewer: Viewer): boolean
  of(filter: TicketFilter, now: Date, timeZone: string): Condition | undefined
}

/** Column by whose values tickets are counted, or each of their labels. */
export type CountKey = GroupKey | 'label'

/** @returns the values under which a ticket is counted; null: none */
export const countedUnder = (ticket: TicketFacets, key: CountKey): readonly (string | null)[] => {
  if (key !== 'label') return [ticket[key]]
  return ticket.labelIds.length === 0 ? [null] : ticket.labelIds
}

/** Counts by the values of a column, by labels, or by conditions that may overlap. */
type Counting =
  | { by: CountKey }
  | {
      conditions: Readonly<Record<string, SQL>>
      values(now: Date, timeZone: string): Readonly<Record<string, string>>
      /** Predicate equivalent to `conditions`. */
      choicesOf(ticket: TicketFacets, values: Readonly<Record<string, string>>): string[]
    }
interface CountedCondition extends ValueCondition {
  counting: Counting
}

const value = (name: string) => sql.placeholder(name)

/** Scans the client's own tickets, which are few: each pattern stands in a text or name that they may read. */
const foundByClient = sql`not exists (select from unnest(${value('search')}::text[]) as p where not (
  ${tickets.searchText} like p
  or exists (select from ${comments} c
    where c.ticket_id = ${tickets.id} and not c.is_internal and c.search_text like p)
  or ${tickets.createdById} = ${value('viewerId')} and exists (select from ${chatMessages} m
    where m.ticket_id = ${tickets.id} and m.search_text like p)
  or exists (select from ${attachments} a left join ${comments} c on c.id = a.comment_id
    where a.ticket_id = ${tickets.id} and a.name_search like p and c.is_internal is not true
      and (a.chat_message_id is null or ${tickets.createdById} = ${value('viewerId')}))
  or exists (select from ${clients} c where c.id = ${tickets.clientId} and c.name_search like p)
  or exists (select from ${users} u
    where u.id in (${tickets.createdById}, ${tickets.assignedToId}) and ${nameOfPerson} like p)))`

/** `resolveSearch` replaces the pattern by the matching names. */
const contains =
  (name: TextFilterKey, column: AnyPgColumn): TextCondition =>
  (wanted) => [
    {
      shape: name,
      conditions: sql`${column} = any(${value(name)})`,
      names: { [name]: column },
      values: { [name]: containing(wanted) },
      matches: () => undefined,
      isPlannedEachTime: true,
    },
  ]

const equals = (name: GroupKey): CountedCondition => ({
  reads: tickets[name],
  of({ [name]: wanted }) {
    if (wanted === undefined) return undefined
    const values = valuesIn(wanted)
    const given = values.filter((one) => one !== Unassigned)
    const nobody = isNull(tickets[name])
    const matches = ({ [name]: own }: TicketFacets) => values.includes(own ?? Unassigned)
    if (given.length === 0) return { shape: `${name} ${Unassigned}`, conditions: nobody, values: {}, matches }
    if (values.length === 1)
      return {
        shape: name,
        conditions: eq(tickets[name], value(name)),
        values: { [name]: given[0] },
        matches,
      }
    const one = sql`${tickets[name]} = any(${value(name)})`
    const isAlone = given.length === values.length
    return {
      shape: isAlone ? `several ${name}` : `several ${name} or ${Unassigned}`,
      conditions: isAlone ? one : sql`(${or(one, nobody)})`,
      values: { [name]: given },
      matches,
      isPlannedEachTime: true,
    }
  },
  counting: { by: name },
})

const isSince = (edge: string) => sql`${tickets.createdAt} >= ${value(edge)}`
const isBefore = (edge: string) => sql`${tickets.createdAt} < ${value(edge)}`

/** Ages by their limits; the past week includes today. */
const spans: Readonly<Record<AgeOrBand, { since?: Age; before?: Age }>> = {
  today: { since: 'today' },
  week: { since: 'week' },
  month: { since: 'month' },
  older: { before: 'month' },
  '2-7': { since: 'week', before: 'today' },
  '8-30': { since: 'month', before: 'week' },
}

/** Predicate equivalent to a span. */
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
      conditions: sql`${and(since && isSince('since'), before && isBefore('before'))}`,
      values: { ...(from && { since: from }), ...(to && { before: to }) },
      matches: (ticket) => isWithin(ticket, from, to),
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

const hasLabel: CountedCondition = {
  reads: tickets.id,
  mayAsk: canSeeLabels,
  of({ label }) {
    if (label === undefined) return undefined
    const values = valuesIn(label)
    const given = values.filter((one) => one !== Unlabelled)
    const own = sql`from ${ticketLabels} l where l.ticket_id = ${tickets.id}`
    const one =
      given.length > 0 ? sql`exists (select ${own} and l.label_id = any(${value('label')}))` : undefined
    const none = given.length < values.length ? sql`not exists (select ${own})` : undefined
    return {
      shape: `label${one ? ' given' : ''}${none ? ' none' : ''}`,
      conditions: sql`(${or(one, none)})`,
      values: one ? { label: given } : {},
      matches: (ticket) => countedUnder(ticket, 'label').some((id) => values.includes(id ?? Unlabelled)),
      isPlannedEachTime: true,
    }
  },
  counting: { by: 'label' },
}

const isOfRequester: ValueCondition = {
  reads: tickets.createdById,
  of: ({ requesterId }) =>
    requesterId === undefined
      ? undefined
      : {
          shape: 'requesterId',
          conditions: eq(tickets.createdById, value('requesterId')),
          values: { requesterId },
          matches: ({ createdById }) => createdById === requesterId,
        },
}

/** Facts that change searchable texts, names or labels without changing the ticket. */
export const textual = [
  attachmentAdded,
  attachmentRemoved,
  chatSent,
  clientChanged,
  commentAdded,
  commentDeleted,
  commentEdited,
  commentRestored,
  commentTakenBack,
  labelChanged,
  labelDeleted,
  labelPutOn,
  labelTakenOff,
  userChanged,
].map(({ type }): string => type)

function withWords(words: string, viewer: Viewer): Condition {
  const told = { matches: () => undefined, unsettledBy: textual, isTextual: true as const }
  const pieces = searchPieces(words)
  if (canSeeInternal(viewer)) {
    const search = { pieces, chatOf: isDesk(viewer) ? undefined : viewer.id }
    return { shape: 'search', search, values: { search }, ...told }
  }
  const values = { search: pieces.map(containing), viewerId: viewer.id }
  return { shape: 'publicSearch', conditions: foundByClient, values, ...told }
}

function searched(wanted: string, asked: Asked): Condition[] {
  const { words, tokens } = readSearch(wanted)
  const byTokens = meaningsOf(tokens, asked).map(
    ({ values = {}, matches = () => undefined, ...meaning }): Condition => ({
      ...meaning,
      values,
      matches,
      unsettledBy: textual,
      isPlannedEachTime: true,
    }),
  )
  return words === '' ? byTokens : [withWords(words, asked.viewer), ...byTokens]
}

export const textConditions: Record<TextFilterKey, TextCondition> = {
  search: searched,
  customerName: contains('customerName', tickets.customerSearch),
  productName: contains('productName', tickets.productSearch),
  projectName: contains('projectName', tickets.projectSearch),
}

export const valueConditions: Record<ValueFilterKey, ValueCondition> & Record<Facet, CountedCondition> = {
  status: equals('status'),
  priority: equals('priority'),
  category: equals('category'),
  clientId: equals('clientId'),
  assignedToId: equals('assignedToId'),
  turn: equals('turn'),
  label: hasLabel,
  ageFilter: isOfAge,
  requesterId: isOfRequester,
}
