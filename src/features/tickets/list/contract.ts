import { z } from 'zod'
import { desk } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, text } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { Paging } from '#platform/contract/paging.ts'
import { keysOf, recordOf } from '#platform/contract/records.ts'
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
  TicketPage,
  turns,
  turnWords,
  unresolvedStatuses,
} from '../contract.ts'

const orders = ['asc', 'desc'] as const
export type Order = (typeof orders)[number]

/** What an order is called each way round. */
type Ways = Readonly<Record<Order, string>>
const steps = (first: string, last: string): Ways => ({ asc: `${first} first`, desc: `${last} first` })
const times: Ways = { asc: 'oldest first', desc: 'newest first' }
const letters: Ways = { asc: 'A to Z', desc: 'Z to A' }

interface ColumnDefinition {
  /** Its head, on the screen and in the file. */
  label: string
}
/** A column that the list can be ordered by. */
interface SortedDefinition<Name = Sort> extends ColumnDefinition {
  /** The order as the address has it. */
  sort: Name
  ways: Ways
}
const sorted = <const Name extends string>(
  label: string,
  sort: Name,
  ways: Ways,
): SortedDefinition<Name> => ({ label, sort, ways })

/**
 * Every column of the ticket list; menus offer the orders as they stand here. `server/ticket-columns.ts` has the SQL of each and its cell in
 * the exported file, `web/list/columns.tsx` its cell on the screen.
 */
const columns = {
  created: sorted('Created', 'created', times),
  updated: sorted('Updated', 'updated', times),
  ticketNumber: sorted('Ticket #', 'number', steps('lowest', 'highest')),
  subject: sorted('Subject', 'subject', letters),
  client: sorted('Client', 'client', letters),
  status: sorted('Status', 'status', steps('Open', 'Closed')),
  priority: sorted('Priority', 'priority', steps('Low', 'Critical')),
  category: sorted('Category', 'category', letters),
  assignedTo: sorted('Assigned To', 'assignee', letters),
  customer: { label: 'Customer' },
  product: { label: 'Product' },
  project: { label: 'Project' },
  source: { label: 'Source' },
  turn: sorted('Waiting For', 'turn', steps('Us', 'Third party')),
} satisfies Record<string, ColumnDefinition>

export type ListColumn = keyof typeof columns
export type SortedColumn = {
  [C in ListColumn]: (typeof columns)[C] extends { sort: string } ? C : never
}[ListColumn]
export type Sort = (typeof columns)[SortedColumn]['sort']

export const listColumns: Readonly<
  Record<ListColumn, ColumnDefinition & Partial<SortedDefinition>> & Record<SortedColumn, SortedDefinition>
> = columns

const fixed = ['ticketNumber', 'subject'] as const
/** These always stand before the others. */
export const fixedColumns: readonly ListColumn[] = fixed
/** The columns that can be chosen and ordered. */
export type TicketColumn = Exclude<ListColumn, (typeof fixed)[number]>
/** The columns of people who have chosen none, in their order. */
export const usualColumns: readonly TicketColumn[] = ['client', 'status', 'priority', 'assignedTo', 'created']
const isChoosable = (column: ListColumn): column is TicketColumn => !fixedColumns.includes(column)
export const ticketColumns = [...new Set([...usualColumns, ...keysOf(columns).filter(isChoosable)])]
export const exportColumns = [...fixedColumns, ...ticketColumns]

const isSorted = (column: ListColumn): column is SortedColumn => 'sort' in columns[column]
const columnBySort = Object.fromEntries(
  keysOf(columns)
    .filter(isSorted)
    .map((column) => [columns[column].sort, column]),
) as Readonly<Record<Sort, SortedColumn>>
export const sorts = keysOf(columnBySort)
/** The column that an order is by. */
export const columnOf = (sort: Sort): SortedColumn => columnBySort[sort]
/** Times begin with the newest; the rest with what comes first: `a`, open, low. */
export const usualOrder = (sort: Sort): Order => (columns[columnOf(sort)].ways === times ? 'desc' : 'asc')

export const Unassigned = 'unassigned'
/** Stands for all of `unresolvedStatuses`. */
const Unresolved = 'unresolved'

/** The most values of one filter. */
export const mostFilterValues = 25

/** The values that a set filter lets through, each once. */
export const valuesIn = (wanted: string): string[] => [
  ...new Set(wanted.split(',').flatMap((one) => (one === Unresolved ? unresolvedStatuses : one.trim()))),
]

/** Whether a filter lets a value through; one that is not set lets everything through. */
export const letsThrough = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || valuesIn(wanted).includes(value)

/** Several values as one text, the same for the same values in whatever order. */
export function joinValues(values: readonly string[], choices: readonly string[] = []): string {
  const isUnresolved = unresolvedStatuses.every((status) => values.includes(status))
  const named = isUnresolved
    ? [Unresolved, ...values.filter((one) => !isOneOf(unresolvedStatuses, one))]
    : values
  const place = (one: string) => choices.indexOf(one)
  return named.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1)).join()
}

/**
 * One value or several with commas between them.
 * @param words says in a refusal what each must be
 */
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
  /** What it takes, and so how it is set. */
  kind: FilterKind
  label: string
  /** What stands in its control while it is not set. */
  none: string
  schema: z.ZodType<string, string>
  /** What people read of each value, where there are few. */
  choices?: Readonly<Record<string, string>>
  /** It takes several values at once. */
  isMany?: true
  /** Each choice tells how many tickets it would show. */
  isCounted?: true
}
/** `requester` is set by links alone, and named where it is set. */
export type FilterKind = 'text' | 'choice' | 'person' | 'client' | 'requester'

const textFilter = (name: string, label: string) =>
  ({
    kind: 'text',
    label,
    none: `Any ${label.toLowerCase()}`,
    schema: text(name, limits.search),
  }) as const
const manyFilter = <T extends string>(
  name: string,
  none: string,
  values: readonly T[],
  choices: Readonly<Record<string, string>>,
) =>
  ({
    kind: 'choice',
    label: name.replace(/^./, (letter) => letter.toUpperCase()),
    none,
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
const isId = (text: string) => Id.safeParse(text).success

/**
 * Every filter of the ticket list, the most used first. `server/ticket-conditions.ts` has the SQL of each, `web/filters/filter-fields.tsx` a
 * control for each kind.
 */
const filters = {
  search: textFilter('search', 'Search'),
  status: manyFilter('status', 'All statuses', statuses, { [Unresolved]: 'Unresolved', ...statusWords }),
  priority: manyFilter('priority', 'All priorities', priorities, priorityWords),
  assignedToId: {
    kind: 'person',
    label: 'Assignee',
    none: 'All assignees',
    schema: several(
      'assignedToId',
      `a user's id or ${Unassigned}`,
      (text) => text === Unassigned || isId(text),
    ),
    isMany: true,
    isCounted: true,
  },
  clientId: {
    kind: 'client',
    label: 'Client',
    none: 'All clients',
    schema: several('clientId', 'the id of a client', isId),
    isMany: true,
    isCounted: true,
  },
  customerName: textFilter('customerName', 'Customer'),
  productName: textFilter('productName', 'Product'),
  projectName: textFilter('projectName', 'Project'),
  category: manyFilter('category', 'All categories', categories, categoryWords),
  turn: { ...manyFilter('turn', 'Anyone’s turn', turns, turnWords), label: 'Waiting For' },
  ageFilter: {
    kind: 'choice',
    label: 'Age',
    none: 'Any age',
    schema: oneOf('ageFilter', ages),
    choices: ageWords,
    isCounted: true,
  },
  requesterId: {
    kind: 'requester',
    label: 'Requester',
    none: 'Any requester',
    schema: z.uuid('requesterId must be the id of a user'),
  },
} as const satisfies Record<string, FilterDefinition>

export type FilterKey = keyof typeof filters
type KeyOf<Part> = { [K in FilterKey]: (typeof filters)[K] extends Part ? K : never }[FilterKey]
/** The filters that look for a text, wherever it stands. */
export type TextFilterKey = KeyOf<{ kind: 'text' }>
export type ValueFilterKey = Exclude<FilterKey, TextFilterKey>
export type Facet = KeyOf<{ isCounted: true }>

export const listFilters: Readonly<Record<FilterKey, FilterDefinition>> = filters
export const filterKeys = keysOf(filters)
export const isFacet = (key: FilterKey): key is Facet => 'isCounted' in filters[key]
/** The filters whose choices are counted. */
export const facets = filterKeys.filter(isFacet)

type FilterShape = { [K in FilterKey]: z.ZodOptional<(typeof filters)[K]['schema']> }
export const TicketFilter = z.object(
  recordOf(filterKeys, (key) => filters[key].schema.optional()) as FilterShape,
)
export type TicketFilter = z.output<typeof TicketFilter>

/** Equal values stand with the newest ticket first. */
export const TicketSort = z.object({
  sort: oneOf('sort', sorts).default('created'),
  /** When absent: `usualOrder`. */
  order: oneOf('order', orders).optional(),
})

export const TicketQuery = TicketFilter.extend(Paging.shape).extend(TicketSort.shape)
export type TicketQuery = z.output<typeof TicketQuery>

export const CountsQuery = TicketFilter.extend({
  /** Only of this filter; absent: of all. */
  by: oneOf('by', facets).optional(),
})
export type CountsQuery = z.output<typeof CountsQuery>

const Counts = z.record(z.string(), z.number().int())
/** For each filter how many tickets each of its choices would show beside the other filters; a choice that is not named shows none. */
export const TicketCounts = z.object(recordOf(facets, () => Counts)).partial()
export type TicketCounts = z.infer<typeof TicketCounts>

export const ExportQuery = TicketFilter.extend(TicketSort.shape).extend({
  /** With commas between them, in the order of the file. */
  columns: z
    .string()
    .prefault([...fixedColumns, ...usualColumns].join())
    .transform((names) => names.split(','))
    .pipe(
      z.array(oneOf('columns', exportColumns)).max(exportColumns.length, 'columns names too many columns'),
    ),
})
export type ExportQuery = z.output<typeof ExportQuery>

export const ticketListApi = api({
  list: {
    method: 'GET',
    path: '/api/tickets',
    summary: 'Tickets the viewer may see, filtered, newest first, with the exact number of all matches',
    access: 'signed-in',
    query: TicketQuery,
    reply: TicketPage,
  },
  counts: {
    method: 'GET',
    path: '/api/tickets/counts',
    summary: 'For each filter, how many tickets each of its choices would show beside the other filters',
    access: 'signed-in',
    query: CountsQuery,
    reply: TicketCounts,
  },
  export: {
    method: 'GET',
    path: '/api/tickets/export',
    summary: 'The filtered list as a CSV file, in the order of the list',
    access: desk,
    query: ExportQuery,
    reply: z.file().mime('text/csv'),
  },
})
