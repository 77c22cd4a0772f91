import type { Words } from '#platform/contract/fields.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { keysOf } from '#platform/contract/records.ts'

export const orders = ['asc', 'desc'] as const
export type Order = (typeof orders)[number]

type Ways = Readonly<Record<Order, string>>
const ways = (asc: Words, desc: Words): Ways => ({
  get asc() {
    return asc()
  },
  get desc() {
    return desc()
  },
})
const times = ways(
  () => i18n.t('oldest first'),
  () => i18n.t('newest first'),
)
const letters = ways(
  () => i18n.t('A to Z'),
  () => i18n.t('Z to A'),
)

interface ColumnDefinition {
  label: string
}
interface SortedDefinition<Name = ColumnSort> extends ColumnDefinition {
  sort: Name
  ways: Ways
}
const sorted = <const Name extends string>(label: Words, sort: Name, ways: Ways): SortedDefinition<Name> => ({
  get label() {
    return label()
  },
  sort,
  ways,
})

/**
 * Columns of the ticket list in menu order. Their SQL is in `ticket-list/server/ticket-columns.ts`, their
 * cells in `web/list/columns.tsx` and `web/list/usual-columns.tsx`.
 */
const columns = {
  created: sorted(() => i18n.t('Created'), 'created', times),
  updated: sorted(() => i18n.t('Updated'), 'updated', times),
  ticketNumber: sorted(
    () => i18n.t('Ticket #'),
    'number',
    ways(
      () => i18n.t('lowest first'),
      () => i18n.t('highest first'),
    ),
  ),
  subject: sorted(() => i18n.t('Subject'), 'subject', letters),
  client: sorted(() => i18n.t('Client'), 'client', letters),
  status: sorted(
    () => i18n.t('Status'),
    'status',
    ways(
      () => i18n.t('Open first'),
      () => i18n.t('Closed first'),
    ),
  ),
  priority: sorted(
    () => i18n.t('Priority'),
    'priority',
    ways(
      () => i18n.t('Low first'),
      () => i18n.t('Critical first'),
    ),
  ),
  category: sorted(() => i18n.t('Category'), 'category', letters),
  assignedTo: sorted(() => i18n.t('Assigned To'), 'assignee', letters),
  customer: words({
    label: () => i18n.t('Customer'),
  }),
  product: words({
    label: () => i18n.t('Product'),
  }),
  project: words({
    label: () => i18n.t('Project'),
  }),
  source: words({
    label: () => i18n.t('Source'),
  }),
  turn: sorted(
    () => i18n.t('Waiting'),
    'turn',
    ways(
      () => i18n.t('Us first'),
      () => i18n.t('Third party first'),
    ),
  ),
  /** Empty for clients. */
  labels: words({
    label: () => i18n.t('Labels'),
  }),
} satisfies Record<string, ColumnDefinition>

export type ListColumn = keyof typeof columns
export type SortedColumn = {
  [C in ListColumn]: (typeof columns)[C] extends { sort: string } ? C : never
}[ListColumn]
type ColumnSort = (typeof columns)[SortedColumn]['sort']
/** `urgency` has no column of its own; see `urgencyOrder` of tables/tickets.ts. */
export type Sort = ColumnSort | 'urgency'

export const listColumns: Readonly<
  Record<ListColumn, ColumnDefinition & Partial<SortedDefinition>> & Record<SortedColumn, SortedDefinition>
> = columns

const fixed = ['ticketNumber', 'subject'] as const
export const fixedColumns: readonly ListColumn[] = fixed
export type TicketColumn = Exclude<ListColumn, (typeof fixed)[number]>
export const usualColumns: readonly TicketColumn[] = ['client', 'status', 'priority', 'assignedTo', 'created']
/** In a list by urgency, as queues are: the wait in place of the age. */
export const queueColumns: readonly TicketColumn[] = ['client', 'status', 'priority', 'assignedTo', 'turn']
/** Rows of a page; `fit`: as many as the window has room for. */
export const rowChoices = [10, 25, 50, 'fit'] as const
export type RowChoice = (typeof rowChoices)[number]
export const usualRows: RowChoice = 10

const isChoosable = (column: ListColumn): column is TicketColumn => !fixedColumns.includes(column)
export const ticketColumns = [...new Set([...usualColumns, ...keysOf(columns).filter(isChoosable)])]
export const exportColumns = [...fixedColumns, ...ticketColumns]

const isSorted = (column: ListColumn): column is SortedColumn => 'sort' in columns[column]
const columnBySort = Object.fromEntries(
  keysOf(columns)
    .filter(isSorted)
    .map((column) => [columns[column].sort, column]),
) as Readonly<Record<ColumnSort, SortedColumn>>
export const columnSorts = keysOf(columnBySort)
export const sorts = [...columnSorts, 'urgency'] as const satisfies readonly Sort[]
export const columnOf = (sort: ColumnSort): SortedColumn => columnBySort[sort]

const urgency: Pick<SortedDefinition, 'label' | 'ways'> = {
  get label() {
    return i18n.t('Urgency')
  },
  ways: ways(
    () => i18n.t('most urgent first'),
    () => i18n.t('least urgent first'),
  ),
}
export const sortWords = (sort: Sort) => (sort === 'urgency' ? urgency : columns[columnOf(sort)])
/** Times start with the newest, other values ascending: `a`, open, low, the most urgent. */
export const usualOrder = (sort: Sort): Order => (sortWords(sort).ways === times ? 'desc' : 'asc')
