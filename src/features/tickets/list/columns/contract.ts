import type { Words } from '#platform/contract/fields.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { keysOf } from '#platform/contract/records.ts'

export const orders = ['asc', 'desc'] as const
export type Order = (typeof orders)[number]

/** What an order is called each way round. */
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
  /** Its head, on the screen and in the file. */
  label: string
}
/** A column that the list can be ordered by. */
interface SortedDefinition<Name = Sort> extends ColumnDefinition {
  /** The order as the address has it. */
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
 * Every column of the ticket list; menus offer the orders as they stand here. In `features/ticket-list`, `server/ticket-columns.ts` has the
 * SQL of each and its cell in the exported file, `web/list/columns.tsx` and `web/list/usual-columns.tsx` its cell on the screen.
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
    () => i18n.t('Waiting For'),
    'turn',
    ways(
      () => i18n.t('Us first'),
      () => i18n.t('Third party first'),
    ),
  ),
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
