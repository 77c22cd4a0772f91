import { useRef } from 'react'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { ageLabel } from './age-label.ts'
import { clientName, ClientLogo } from './client-logo.tsx'
import { pageSize } from './paging.ts'
import type { ShownTicket } from './pending.ts'
import { Assignee, RowActions, type RowActionsProps } from './row-actions.tsx'
import { PriorityBadge, StatusBadge } from './ticket-badges.tsx'
import { opensFromRow, opensTicket } from './ticket-opener.ts'
import type { Selection } from './use-selection.ts'
import { useTint } from './use-tint.ts'

export interface RowsProps extends Omit<RowActionsProps, 'ticket'> {
  /** Undefined while the first are being loaded. */
  rows: readonly ShownTicket[] | undefined
  selection: Selection
}

interface TicketTableProps extends RowsProps {
  label: string
  /** Client and age stand below the subject. */
  isFolded: boolean
  showsAssignee: boolean
}

export function TicketTable({ rows, label, ...rest }: TicketTableProps) {
  const { selection, isFolded, showsAssignee } = rest
  const tickets = rows?.map(({ ticket }) => ticket) ?? []
  return (
    <Table
      label={label}
      aria-busy={!rows}
      className="[&>table]:table-fixed [&_:is(th,td):not(:first-child,:last-child)]:px-2"
    >
      <TableHead>
        <Th className="w-10 pe-0!">
          <Checkbox aria-label="Select all tickets on this page" {...selection.boxOf(tickets)} />
        </Th>
        <Th className="w-25">Ticket #</Th>
        <Th>Subject</Th>
        {!isFolded && <Th className="w-[13%]">Client</Th>}
        <Th className="w-28">Status</Th>
        <Th className="w-23">Priority</Th>
        {showsAssignee && <Th className={isFolded ? 'w-38' : 'w-[13%]'}>Assigned To</Th>}
        {!isFolded && <Th className="w-19">Created</Th>}
        <Th className={showsAssignee ? 'w-29 text-end!' : 'w-22 text-end!'}>Actions</Th>
      </TableHead>
      <TableBody>
        {rows
          ? rows.map((row) => <Row key={row.ticket.id} row={row} {...rest} />)
          : Array.from({ length: pageSize }, (_, place) => (
              <SkeletonRow key={place} place={place} {...rest} />
            ))}
      </TableBody>
    </Table>
  )
}

type RowProps = Omit<TicketTableProps, 'rows' | 'label'> & { row: ShownTicket }

function Row({ row: { ticket, isPending }, isFolded, showsAssignee, selection, ...actions }: RowProps) {
  const element = useRef<HTMLTableRowElement>(null)
  useTint(element, ticket.version, isPending)
  const { id, ticketNumber, subject, status, priority, assignedTo, createdAt } = ticket
  const isSelected = selection.has(id)
  const age = <RelativeTime at={createdAt} label={(at) => ageLabel(at)} />
  return (
    <TableRow
      ref={element}
      selected={isSelected}
      className="cursor-pointer"
      {...opensFromRow(actions.opener, id)}
    >
      <Td className="pe-0!">
        <Checkbox
          aria-label={`Select ${ticketNumber}`}
          checked={isSelected}
          onChange={(event) => selection.set([ticket], event.target.checked)}
        />
      </Td>
      <Td className="whitespace-nowrap text-muted tabular-nums">{ticketNumber}</Td>
      <Td>
        <a
          className="block truncate rounded-control font-medium hover:underline"
          title={subject}
          {...opensTicket(actions.opener, id)}
        >
          {subject}
        </a>
        {isFolded && (
          <div className="flex min-w-0 items-center gap-1.5 text-meta font-normal text-muted">
            <ClientLogo ticket={ticket} />
            <span className="truncate">{clientName(ticket)}</span>
            <span aria-hidden>·</span>
            <span className="whitespace-nowrap">{age}</span>
          </div>
        )}
      </Td>
      {!isFolded && (
        <Td>
          <span className="flex min-w-0 items-center gap-1.5">
            <ClientLogo ticket={ticket} />
            <span className="truncate" title={clientName(ticket)}>
              {clientName(ticket)}
            </span>
          </span>
        </Td>
      )}
      <Td>
        <StatusBadge status={status} />
      </Td>
      <Td>
        <PriorityBadge priority={priority} isPlain />
      </Td>
      {showsAssignee && (
        <Td>
          <Assignee person={assignedTo} />
        </Td>
      )}
      {!isFolded && <Td className="whitespace-nowrap text-muted">{age}</Td>}
      <Td className="py-0!">
        <RowActions ticket={ticket} {...actions} />
      </Td>
    </TableRow>
  )
}

const widths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-7/10', 'w-1/2']

/** As high as a row, so that nothing moves when the rows come. */
function SkeletonRow({ place, isFolded, showsAssignee }: Omit<RowProps, 'row'> & { place: number }) {
  const cells = (isFolded ? 2 : 4) + (showsAssignee ? 1 : 0)
  return (
    <TableRow aria-hidden className="after-150ms hover:bg-transparent!">
      <Td />
      <Td>
        <Skeleton className="w-18" />
      </Td>
      <Td className={isFolded ? 'h-[52px]!' : undefined}>
        <Skeleton className={widths[place % widths.length]} />
      </Td>
      {Array.from({ length: cells }, (_, cell) => (
        <Td key={cell}>
          <Skeleton className="w-16 max-w-full" />
        </Td>
      ))}
      <Td />
    </TableRow>
  )
}
