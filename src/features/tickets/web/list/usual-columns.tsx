import type { ReactNode } from 'react'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import type { Ticket } from '../../contract.ts'
import type { Sort, TicketColumn } from '../../list/contract.ts'
import { ageLabel } from '../parts/age-label.ts'
import { clientName, ClientLogo } from '../parts/client-logo.tsx'
import { Assignee } from './row-actions.tsx'
import { PriorityBadge, StatusBadge } from '../parts/ticket-badges.tsx'

export interface Column {
  name: TicketColumn
  /** Absent where a list is not ordered by it. */
  sort?: Sort
  /** In pixels; `share` of the table where names of any length stand. */
  width: number
  share?: string
  cell(ticket: Ticket): ReactNode
}

export const ageOf = (at: string) => (
  <span className="whitespace-nowrap text-muted">
    <RelativeTime at={at} label={(moment) => ageLabel(moment)} />
  </span>
)

const clientColumn: Column = {
  name: 'client',
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
}
const statusColumn: Column = {
  name: 'status',
  sort: 'status',
  width: 112,
  cell: ({ status }) => <StatusBadge status={status} />,
}
const priorityColumn: Column = {
  name: 'priority',
  sort: 'priority',
  width: 92,
  cell: ({ priority }) => <PriorityBadge priority={priority} isPlain />,
}
export const assigneeColumn: Column = {
  name: 'assignedTo',
  sort: 'assignee',
  width: 152,
  share: '13%',
  cell: ({ assignedTo }) => <Assignee person={assignedTo} />,
}
const createdColumn: Column = {
  name: 'created',
  sort: 'created',
  width: 84,
  cell: ({ createdAt }) => ageOf(createdAt),
}

/** For those who look at their own tickets. */
export const ownColumns: readonly Column[] = [clientColumn, statusColumn, priorityColumn, createdColumn]
