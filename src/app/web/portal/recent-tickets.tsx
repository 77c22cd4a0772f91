import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { TicketPlus } from 'lucide-react'
import { Loaded, Panel } from '#features/stats/web/panel.tsx'
import type { Ticket } from '#features/tickets/contract.ts'
import { ticketList } from '#features/ticket-list/web/api.ts'
import { clientName } from '#features/tickets/web/parts/client-logo.tsx'
import { useWithPending } from '#features/tickets/web/pending.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { PriorityBadge, StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { opensFromRow, opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { timeAgo } from '#platform/web/time-ago.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { SteadyTickets } from './steady-tickets.tsx'

const shownAtMost = 5

export function RecentTickets({ opener, className }: { opener: TicketOpener; className?: string }) {
  const query = useQuery(ticketList({ limit: shownAtMost, offset: 0 }))
  const withPending = useWithPending()
  return (
    <Panel title={i18n.t('Recent Tickets')} className={className}>
      <Loaded
        query={query}
        failed={i18n.t('The recent tickets could not be loaded.')}
        loading={<LoadingRows label={i18n.t('Loading tickets...')} rows={shownAtMost} />}
      >
        {(page) =>
          page.tickets.length === 0 ? (
            <EmptyState
              icon={<TicketPlus aria-hidden />}
              title={i18n.t('No tickets yet')}
              hint={i18n.t('Tickets appear here as soon as someone submits one.')}
            />
          ) : (
            <SteadyTickets page={page}>
              {(tickets) => (
                <ul className="-mx-2 flex flex-col divide-y divide-border">
                  {tickets.slice(0, shownAtMost).map((ticket) => (
                    <Row key={ticket.id} ticket={withPending(ticket)} opener={opener} />
                  ))}
                </ul>
              )}
            </SteadyTickets>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Row({ ticket, opener }: { ticket: Ticket; opener: TicketOpener }) {
  const { id, subject, status, priority, createdAt } = ticket
  return (
    <li
      className="flex cursor-pointer items-center gap-3 px-2 py-2 hover:bg-hover max-sm:flex-wrap max-sm:gap-y-1"
      {...opensFromRow(opener, id)}
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <a
          dir="auto"
          className="block truncate rounded-control font-medium hover:underline"
          title={subject}
          {...opensTicket(opener, id)}
        >
          {subject}
        </a>
        <span className="block truncate text-meta font-normal text-muted tabular-nums">
          {shownNumber(ticket)} · <bdi>{clientName(ticket)}</bdi> ·{' '}
          <RelativeTime at={createdAt} label={(at) => timeAgo(at)} />
        </span>
      </span>
      <StatusBadge status={status} />
      <span className="w-20 flex-none">
        <PriorityBadge priority={priority} isPlain />
      </span>
    </li>
  )
}
