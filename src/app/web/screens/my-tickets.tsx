import { i18n } from '#platform/contract/i18n.ts'
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import type { FilterKey } from '#features/tickets/list/contract.ts'
import { isFiltered } from '#features/ticket-list/web/filters/filter-state.ts'
import { loadListParts } from '#features/ticket-list/web/list/list-parts.ts'
import { TicketFilters } from '#features/ticket-list/web/filters/ticket-filters.tsx'
import { TicketList } from '#features/ticket-list/web/list/ticket-list.tsx'
import { useFiltering } from '#features/ticket-list/web/filters/use-filtering.ts'
import { ownColumns } from '#features/ticket-list/web/list/usual-columns.tsx'
import { isClient } from '#features/users/policy.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { usePartSoon } from '#platform/web/lazy-parts.ts'
import { stringifySearch, useSearchParams } from '#platform/web/hooks/search-params.ts'
import { DidYouMean } from '../did-you-mean.tsx'
import { LiveSign } from '../live-sign.tsx'
import { useRows } from '../use-rows.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { useViewer } from '#features/auth/web/session.tsx'

const filters: readonly FilterKey[] = ['search', 'status', 'priority']

const SubmitLink = () => (
  <Link to="/client-portal" className={buttonClass('primary')}>
    {i18n.t('Submit Ticket')}
  </Link>
)

export function MyTickets() {
  const viewer = useViewer()
  const address = useSearchParams()
  const { open } = useOpenTicket()
  const within = isClient(viewer) ? undefined : { assignedToId: viewer.id }
  const { filtering, page, toPage } = useFiltering(viewer, address, filters, within)
  const { filter, sorting, onSort } = filtering
  usePartSoon(loadListParts, 'main')
  const rows = useRows(viewer.id)
  return (
    <div className="flex flex-col gap-3">
      <ScreenHead title={i18n.t('My Tickets')}>
        <div className="flex items-center gap-3 max-md:w-full max-md:*:flex-1">
          <LiveSign />
          {isClient(viewer) && <SubmitLink />}
        </div>
      </ScreenHead>
      <TicketFilters names={filters.slice(1)} {...filtering} />
      <TicketList
        label={i18n.t('My Tickets')}
        viewer={viewer}
        filter={{ ...filter, ...within }}
        sorting={sorting}
        onSort={onSort}
        columns={ownColumns}
        rowChoice={rows}
        page={page}
        onPageChange={toPage}
        opener={{ open, href: (id) => stringifySearch({ ...address[0], ticket: id }) }}
        onClearFilters={isFiltered(filter) ? filtering.onClear : undefined}
        suggestion={
          <DidYouMean
            filter={{ ...filter, ...within }}
            onChoose={(text) => filtering.onChange('search', text)}
          />
        }
        empty={
          <EmptyState
            icon={<Inbox aria-hidden />}
            title={i18n.t('No tickets assigned')}
            hint={
              isClient(viewer)
                ? i18n.t('If you expected to see tickets here, contact support.')
                : i18n.t('Check back later or contact a supervisor.')
            }
            action={isClient(viewer) ? <SubmitLink /> : undefined}
          />
        }
      />
    </div>
  )
}
