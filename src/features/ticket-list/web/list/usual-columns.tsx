import type { ReactNode } from 'react'
import { keysOf } from '#platform/contract/records.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import type { Ticket } from '#features/tickets/contract.ts'
import type { TicketColumn } from '#features/tickets/list/columns/contract.ts'
import { ageLabel } from '#features/tickets/web/parts/age-label.ts'
import { clientName, ClientLogo } from '#features/tickets/web/parts/client-logo.tsx'
import { PickButton } from '#features/tickets/web/parts/pick-button.tsx'
import { PriorityBadge, StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'

export interface ColumnLook {
  /** Pixels; `share` is a part of the table, for names of any length. */
  width: number
  share?: string
  cell(ticket: Ticket, canEdit: boolean): ReactNode
}

export interface Column extends ColumnLook {
  name: TicketColumn
}

export const ageOf = (at: string) => (
  <span className="whitespace-nowrap text-muted">
    <RelativeTime at={at} label={(moment) => ageLabel(moment)} />
  </span>
)

/** Separate, so that My Tickets does not load the others. */
export const ownLooks = {
  client: {
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
  status: {
    width: 124,
    cell: (ticket, canEdit) => (
      <PickButton field="status" {...{ ticket, canEdit }}>
        <StatusBadge status={ticket.status} />
      </PickButton>
    ),
  },
  priority: {
    width: 92,
    cell: (ticket, canEdit) => (
      <PickButton field="priority" {...{ ticket, canEdit }}>
        <PriorityBadge priority={ticket.priority} isPlain />
      </PickButton>
    ),
  },
  created: { width: 84, cell: ({ createdAt }) => ageOf(createdAt) },
} satisfies Partial<Record<TicketColumn, ColumnLook>>

/** Omits the assignee, which leaves more room for the client. */
export const ownColumns: readonly Column[] = keysOf(ownLooks).map((name) => ({
  name,
  ...ownLooks[name],
  ...(name === 'client' && { share: '20%' }),
}))
