import { z } from 'zod'
import { Id, idOf, text, type Words } from '#platform/contract/fields.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { Paging } from '#platform/contract/paging.ts'
import { keysOf, recordOf } from '#platform/contract/records.ts'
import { orders, sorts } from './columns/contract.ts'
import { withoutFault } from './search/contract.ts'
import {
  ages,
  ageWords,
  categories,
  categoryWords,
  oneOf,
  priorities,
  priorityWords,
  statuses,
  statusWords,
  type Status,
  type Ticket,
  turnNames,
  turns,
  unresolvedStatuses,
} from '../contract.ts'

export const Unassigned = 'unassigned'
/** Tickets without a label. */
export const Unlabelled = 'none'
/** Stands for all of `unresolvedStatuses`. */
const Unresolved = 'unresolved'

export const mostFilterValues = 25

/** Distinct values of an active filter. */
export const valuesIn = (wanted: string): string[] => [
  ...new Set(wanted.split(',').flatMap((one) => (one === Unresolved ? unresolvedStatuses : one.trim()))),
]

/** An unset filter accepts every value. */
export const letsThrough = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || valuesIn(wanted).includes(value)

/** Joins values in a canonical order. */
export function joinValues(values: readonly string[], choices: readonly string[] = []): string {
  const isUnresolved = unresolvedStatuses.every((status) => values.includes(status))
  const named = isUnresolved
    ? [Unresolved, ...values.filter((one) => !isOneOf(unresolvedStatuses, one))]
    : values
  const place = (one: string) => choices.indexOf(one)
  return named.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1)).join()
}

/** Accepts values separated by commas. @param words describe a valid value in a refusal */
function several(
  name: string,
  words: string,
  isValue: (text: string) => boolean,
  choices?: readonly string[],
) {
  const rule = `${name} must be ${words}, or several of them with commas between`
  return z.string({ error: rule }).transform((given, { addIssue }) => {
    const values = valuesIn(given)
    const fault = values.find((one) => !isValue(one))
    if (fault !== undefined) addIssue(`${rule}; ${JSON.stringify(fault.slice(0, 60))} is not`)
    if (values.length > mostFilterValues) addIssue(`${name} names more than ${mostFilterValues} values`)
    return joinValues(values, choices)
  })
}

interface FilterDefinition {
  kind: FilterKind
  label: string
  /** Label while unset. */
  none: string
  schema: z.ZodType<string, string>
  /** Labels of the values, if few. */
  choices?: Readonly<Record<string, string>>
  /** Values offered; others are set by links. Absent: all. */
  offered?: readonly string[]
  isMany?: true
  isCounted?: true
}
/** `requester` is set by links only. */
export type FilterKind = 'text' | 'choice' | 'person' | 'client' | 'label' | 'requester'

const textFilter = (
  name: string,
  label: Words,
  none: Words,
  schema: z.ZodType<string, string> = text(() => name, limits.search),
) =>
  ({
    kind: 'text',
    get label() {
      return label()
    },
    get none() {
      return none()
    },
    schema,
  }) as const
/** A search as typed, which may still have a fault: see `faultOf`. */
export const SearchText = text(() => 'search', limits.search)

const manyFilter = <T extends string>(
  name: string,
  label: Words,
  none: Words,
  values: readonly T[],
  choices: Readonly<Record<string, string>>,
) =>
  ({
    kind: 'choice',
    get label() {
      return label()
    },
    get none() {
      return none()
    },
    schema: several(
      name,
      `one of: ${Object.keys(choices).join(', ')}`,
      (text) => isOneOf(values, text),
      Object.keys(choices),
    ),
    choices,
    isMany: true,
    isCounted: true,
  }) as const
const statusChoices: Readonly<Record<Status | typeof Unresolved, string>> = words({
  [Unresolved]: () => i18n.t('Unresolved'),
  open: () => statusWords.open,
  progress: () => statusWords.progress,
  testing: () => statusWords.testing,
  resolved: () => statusWords.resolved,
  closed: () => statusWords.closed,
})
const isId = (text: string) => Id.safeParse(text).success
/** @param missing value of tickets without any */
const idFilter = <const K extends FilterKind>(
  kind: K,
  name: string,
  label: Words,
  none: Words,
  rule: string,
  missing?: string,
) =>
  ({
    kind,
    get label() {
      return label()
    },
    get none() {
      return none()
    },
    schema: several(name, rule, (text) => text === missing || isId(text)).transform((ids) =>
      ids.toLowerCase(),
    ),
    isMany: true,
    isCounted: true,
  }) as const

/**
 * Filters of the ticket list, most used first. Their SQL is in `ticket-list/server/totals/conditions.ts`,
 * their controls in `ticket-list/web/filters/filter-fields.tsx`.
 */
const filters = {
  search: textFilter(
    'search',
    () => i18n.t('Search'),
    () => i18n.t('Any search'),
    withoutFault(SearchText),
  ),
  status: manyFilter(
    'status',
    () => i18n.t('Status'),
    () => i18n.t('All statuses'),
    statuses,
    statusChoices,
  ),
  priority: manyFilter(
    'priority',
    () => i18n.t('Priority'),
    () => i18n.t('All priorities'),
    priorities,
    priorityWords,
  ),
  assignedToId: idFilter(
    'person',
    'assignedToId',
    () => i18n.t('Assignee'),
    () => i18n.t('All assignees'),
    `a user's id or ${Unassigned}`,
    Unassigned,
  ),
  clientId: idFilter(
    'client',
    'clientId',
    () => i18n.t('Client'),
    () => i18n.t('All clients'),
    'the id of a client',
  ),
  customerName: textFilter(
    'customerName',
    () => i18n.t('Customer'),
    () => i18n.t('Any customer'),
  ),
  productName: textFilter(
    'productName',
    () => i18n.t('Product'),
    () => i18n.t('Any product'),
  ),
  projectName: textFilter(
    'projectName',
    () => i18n.t('Project'),
    () => i18n.t('Any project'),
  ),
  category: manyFilter(
    'category',
    () => i18n.t('Category'),
    () => i18n.t('All categories'),
    categories,
    categoryWords,
  ),
  turn: manyFilter(
    'turn',
    () => i18n.t('Waiting For'),
    () => i18n.t('Anyone'),
    turns,
    turnNames,
  ),
  /** For staff; ignored from clients, who know of no labels. */
  label: idFilter(
    'label',
    'label',
    () => i18n.t('Label'),
    () => i18n.t('All labels'),
    `the id of a label or ${Unlabelled}`,
    Unlabelled,
  ),
  ageFilter: {
    kind: 'choice',
    get label() {
      return i18n.t('Age')
    },
    get none() {
      return i18n.t('Any age')
    },
    schema: oneOf(() => 'ageFilter', keysOf(ageWords)),
    choices: ageWords,
    offered: ages,
    isCounted: true,
  },
  requesterId: {
    kind: 'requester',
    get label() {
      return i18n.t('Requester')
    },
    get none() {
      return i18n.t('Any requester')
    },
    schema: idOf('requesterId must be the id of a user'),
  },
} as const satisfies Record<string, FilterDefinition>

export type FilterKey = keyof typeof filters
type KeyOf<Part> = { [K in FilterKey]: (typeof filters)[K] extends Part ? K : never }[FilterKey]
export type TextFilterKey = KeyOf<{ kind: 'text' }>
export type ValueFilterKey = Exclude<FilterKey, TextFilterKey>
export type Facet = KeyOf<{ isCounted: true }>

export const listFilters: Readonly<Record<FilterKey, FilterDefinition>> = filters
export const filterKeys = keysOf(filters)
export const isFacet = (key: FilterKey): key is Facet => 'isCounted' in filters[key]
export const facets = filterKeys.filter(isFacet)

const compared = ['status', 'priority', 'category', 'clientId', 'assignedToId', 'turn'] as const

/** Undefined when the server must decide about another filter. */
export function passesFilter(filter: Partial<TicketFilter>, ticket: Ticket): boolean | undefined {
  if (!compared.every((key) => letsThrough(filter[key], ticket[key] ?? Unassigned))) return false
  return filterKeys.every((key) => isOneOf(compared, key) || filter[key] === undefined) || undefined
}

type FilterShape = { [K in FilterKey]: z.ZodOptional<(typeof filters)[K]['schema']> }
export const TicketFilter = z.object(
  recordOf(filterKeys, (key) => filters[key].schema.optional()) as FilterShape,
)
export type TicketFilter = z.output<typeof TicketFilter>

/** Equal values are sorted newest first. */
export const TicketSort = z.object({
  sort: oneOf(() => 'sort', sorts).default('created'),
  /** Absent: `usualOrder`. */
  order: oneOf(() => 'order', orders).optional(),
})

export const TicketQuery = TicketFilter.extend(Paging.shape).extend(TicketSort.shape)
export type TicketQuery = z.output<typeof TicketQuery>
