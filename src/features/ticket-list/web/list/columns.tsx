import { Labels } from '#features/labels/web/marks.tsx'
import { categoryWords, sourceWords } from '#features/tickets/contract.ts'
import type { TicketColumn } from '#features/tickets/list/columns/contract.ts'
import { Waiting } from '#features/tickets/web/parts/waiting.tsx'
import { Assignee } from './row-actions.tsx'
import { ageOf, ownLooks, type Column, type ColumnLook } from './usual-columns.tsx'

const text = (value: string | null) => (
  <span className="block truncate" title={value ?? undefined}>
    {value}
  </span>
)
const word = (value: string) => <span className="whitespace-nowrap text-muted">{value}</span>

const looks: Record<TicketColumn, ColumnLook> = {
  ...ownLooks,
  assignedTo: { width: 152, share: '13%', cell: ({ assignedTo }) => <Assignee person={assignedTo} /> },
  updated: { width: 84, cell: ({ updatedAt }) => ageOf(updatedAt) },
  category: { width: 100, cell: ({ category }) => word(categoryWords[category]) },
  customer: { width: 130, share: '12%', cell: ({ customerName }) => text(customerName) },
  product: { width: 130, share: '12%', cell: ({ productName }) => text(productName) },
  project: { width: 130, share: '12%', cell: ({ projectName }) => text(projectName) },
  source: { width: 84, cell: ({ source }) => word(sourceWords[source]) },
  labels: { width: 180, share: '15%', cell: (ticket) => <Labels ticket={ticket} isShort /> },
  turn: { width: 96, cell: (ticket) => <Waiting ticket={ticket} /> },
}

export const columnsOf = (names: readonly TicketColumn[]): Column[] =>
  names.map((name) => ({ name, ...looks[name] }))
