import { Eye } from 'lucide-react'
import { useRef } from 'react'
import type { Ticket } from '#features/tickets/contract.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { PriorityBadge, StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { opensFromRow, opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { RowMark } from '#features/tickets/web/parts/row-marks.ts'
import { useWithPending } from '#features/tickets/web/pending.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { useLayout } from '#platform/web/hooks/use-layout.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { useShownList } from './shown-list.ts'

interface PortalTableProps {
  tickets: readonly Ticket[]
  /** The next page is loading. */
  isOld: boolean
  opener: TicketOpener
}

/** Shows a client's tickets: a table, or cards on a phone. The whole row opens a ticket. */
export function PortalTable({ tickets, isOld, opener }: PortalTableProps) {
  const isNarrow = useLayout() === 'narrow'
  const withPending = useWithPending()
  const shown = tickets.map((ticket) => withPending(ticket))
  const element = useRef<HTMLDivElement>(null)
  useShownList({ element })
  return (
    <div
      ref={element}
      className={cn('transition-opacity', isOld && 'opacity-60 delay-150')}
      aria-busy={isOld}
    >
      {isNarrow ? (
        <ul className="flex flex-col gap-2">
          {shown.map((ticket) => (
            <Card key={ticket.id} ticket={ticket} opener={opener} />
          ))}
        </ul>
      ) : (
        <Table label={i18n.t('My Tickets')}>
          <TableHead>
            <Th>{i18n.t('Ticket ID')}</Th>
            <Th>{i18n.t('Subject')}</Th>
            <Th>{i18n.t('Status')}</Th>
            <Th>{i18n.t('Priority')}</Th>
            <Th>{i18n.t('Last Update')}</Th>
            <Th>{i18n.t('View')}</Th>
          </TableHead>
          <TableBody>
            {shown.map((ticket) => (
              <Row key={ticket.id} ticket={ticket} opener={opener} />
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  )
}

interface EntryProps {
  ticket: Ticket
  opener: TicketOpener
}

function Row({ ticket, opener }: EntryProps) {
  return (
    <TableRow data-ticket-id={ticket.id} className="cursor-pointer" {...opensFromRow(opener, ticket.id)}>
      <Td className="whitespace-nowrap text-muted tabular-nums">{shownNumber(ticket)}</Td>
      <Td className="w-full max-w-0 min-w-40">
        <div className="flex items-center gap-1.5">
          <a
            className="min-w-0 truncate font-medium hover:underline"
            dir="auto"
            title={ticket.subject}
            {...opensTicket(opener, ticket.id)}
          >
            {ticket.subject}
          </a>
          <RowMark ticketId={ticket.id} />
        </div>
      </Td>
      <Td>
        <StatusBadge status={ticket.status} />
      </Td>
      <Td>
        <PriorityBadge priority={ticket.priority} isPlain />
      </Td>
      <Td className="whitespace-nowrap text-muted">
        <RelativeTime at={ticket.updatedAt} label={timeAgo} />
      </Td>
      <Td className="ps-1!">
        <ViewButton ticket={ticket} opener={opener} />
      </Td>
    </TableRow>
  )
}

function Card({ ticket, opener }: EntryProps) {
  return (
    <li data-ticket-id={ticket.id}>
      <article className="card relative flex flex-col gap-1.5 p-3">
        <p className="flex items-center justify-between gap-2">
          <span className="text-muted tabular-nums">{shownNumber(ticket)}</span>
          <StatusBadge status={ticket.status} />
        </p>
        <a
          className="font-medium after:absolute after:inset-0 after:rounded-card"
          {...opensTicket(opener, ticket.id)}
        >
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {ticket.subject}
          </span>
        </a>
        <RowMark ticketId={ticket.id} />
        <p className="flex items-center gap-2 text-muted">
          <PriorityBadge priority={ticket.priority} isPlain />
          <span aria-hidden>·</span>
          <RelativeTime at={ticket.updatedAt} label={timeAgo} />
          <span className="-my-1 -me-1 ms-auto">
            <ViewButton ticket={ticket} opener={opener} className="z-1" />
          </span>
        </p>
      </article>
    </li>
  )
}

function ViewButton({ ticket, opener, className }: EntryProps & { className?: string }) {
  return (
    <Button
      variant="ghost"
      size="small"
      className={className}
      aria-label={i18n.t('View {number}', { number: shownNumber(ticket) })}
      onClick={() => opener.open(ticket.id)}
    >
      <Eye aria-hidden />
      {i18n.t('View')}
    </Button>
  )
}
