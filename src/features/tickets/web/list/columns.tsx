import { categoryWords, sourceWords } from '../../contract.ts'
import type { TicketColumn } from '../../list/contract.ts'
import { ageOf, assigneeColumn, ownColumns, type Column } from './usual-columns.tsx'

const text = (value: string | null) => (
  <span className="block truncate" title={value ?? undefined}>
    {value}
  </span>
)
const word = (value: string) => <span className="whitespace-nowrap text-muted">{value}</span>

const others: readonly Column[] = [
  { name: 'updated', sort: 'updated', width: 84, cell: ({ updatedAt }) => ageOf(updatedAt) },
  { name: 'category', sort: 'category', width: 100, cell: ({ category }) => word(categoryWords[category]) },
  { name: 'customer', width: 130, share: '12%', cell: ({ customerName }) => text(customerName) },
  { name: 'product', width: 130, share: '12%', cell: ({ productName }) => text(productName) },
  { name: 'project', width: 130, share: '12%', cell: ({ projectName }) => text(projectName) },
  { name: 'source', width: 84, cell: ({ source }) => word(sourceWords[source]) },
]

const all = new Map([...ownColumns, assigneeColumn, ...others].map((column) => [column.name, column]))

/** The columns of these names, in their order. */
export const columnsOf = (names: readonly TicketColumn[]): Column[] =>
  names.flatMap((name) => all.get(name) ?? [])
