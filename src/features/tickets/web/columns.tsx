import type { ReactNode } from 'react'
import type { TicketColumn } from '#features/settings/contract.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { categoryWords, sourceWords, type Sort, type Ticket } from '../contract.ts'
import { ageLabel } from './age-label.ts'
import { clientName, ClientLogo } from './client-logo.tsx'
import { Assignee } from './row-actions.tsx'
import { PriorityBadge, StatusBadge } from './ticket-badges.tsx'

interface Column {
  /** Absent where a list is not ordered by it. */
  sort?: Sort
  /** Of the column in pixels; `share` of the table where names of any length stand. */
  width: number
  share?: string
  cell(ticket: Ticket): ReactNode
}

const age = (at: string) => <RelativeTime at={at} label={(moment) => ageLabel(moment)} />
const text = (value: string | null) => (
  <span className="block truncate" title={value ?? undefined}>
    {value}
  </span>
)

/** The columns a person can choose from. */
export const columns: Record<TicketColumn, Column> = {
  client: {
    sort: 'client',
    width: 130,
    share: '13%',
    cell: (ticket) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <ClientLogo ticket={ticket} />
        <span className="truncate" title={clientName(ticket)}>
          {clientName(ticket)}
        </span>
      </span>
    ),
  },
  status: { sort: 'status', width: 112, cell: ({ status }) => <StatusBadge status={status} /> },
  priority: {
    sort: 'priority',
    width: 92,
    cell: ({ priority }) => <PriorityBadge priority={priority} isPlain />,
  },
  assignedTo: {
    sort: 'assignee',
    width: 152,
    share: '13%',
    cell: ({ assignedTo }) => <Assignee person={assignedTo} />,
  },
  created: { sort: 'created', width: 84, cell: ({ createdAt }) => age(createdAt) },
  updated: { sort: 'updated', width: 84, cell: ({ updatedAt }) => age(updatedAt) },
  category: { sort: 'category', width: 100, cell: ({ category }) => categoryWords[category] },
  customer: { width: 130, share: '12%', cell: ({ customerName }) => text(customerName) },
  product: { width: 130, share: '12%', cell: ({ productName }) => text(productName) },
  project: { width: 130, share: '12%', cell: ({ projectName }) => text(projectName) },
  source: { width: 84, cell: ({ source }) => sourceWords[source] },
}

/** Where there is less room, these stand below the subject. */
const foldedAway: readonly TicketColumn[] = ['client', 'created']

export const unfolded = (chosen: readonly TicketColumn[], isFolded: boolean) =>
  isFolded ? chosen.filter((column) => !foldedAway.includes(column)) : chosen

const besides = 40 + 100 + 240 + 116
/** Below this width the table scrolls inside its card rather than squeeze the subject away. */
export const leastWidth = (shown: readonly TicketColumn[]) =>
  shown.reduce((sum, column) => sum + columns[column].width, besides)
