import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Pager } from '#platform/web/ui/pager.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { ticketList } from '#features/ticket-list/web/api.ts'
import { pageParams, readListState } from '#features/ticket-list/web/filters/filter-state.ts'
import { offsetOf, pageCountOf, pageSize, pageSummary } from '#platform/web/paging.ts'
import { PortalTable } from '#features/ticket-list/web/list/portal-table.tsx'
import { usePageWithin } from '#platform/web/hooks/use-page-within.ts'
import { stringifySearch, useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { SteadyTickets } from './steady-tickets.tsx'

export function PortalTickets() {
  const [params, changeParams] = useSearchParams()
  const { open } = useOpenTicket()
  const { page } = readListState(params, [])
  const list = useQuery(ticketList({ sort: 'updated', limit: pageSize, offset: offsetOf(page) }))
  const isBeyond = usePageWithin(
    page,
    list.data && !list.isPlaceholderData ? pageCountOf(list.data.total) : undefined,
    (last) => changeParams(pageParams(last), { replace: true }),
  )
  return (
    <section aria-labelledby="my-tickets" className="flex flex-col gap-3">
      <h2 id="my-tickets" className="text-section">
        {i18n.t('My Tickets')}
      </h2>
      {list.isError && (
        <ErrorNote error={list.error} onRetry={() => void list.refetch()} busy={list.isFetching}>
          {i18n.t('Your tickets could not be loaded.')}
        </ErrorNote>
      )}
      {list.isPending && <LoadingRows label={i18n.t('Loading tickets...')} rows={3} />}
      {list.data && (
        <>
          {list.data.total === 0 ? (
            <EmptyState
              className="card"
              icon={<Inbox aria-hidden />}
              title={i18n.t('No tickets found. Submit your first support request above!')}
            />
          ) : (
            <SteadyTickets page={list.data} place={JSON.stringify([page, list.isPlaceholderData])}>
              {(tickets) => (
                <PortalTable
                  tickets={tickets}
                  isOld={list.isPlaceholderData}
                  opener={{ open, href: (id) => stringifySearch({ ...params, ticket: id }) }}
                />
              )}
            </SteadyTickets>
          )}
          {list.data.total > 0 && !isBeyond && (
            <Pager
              page={page}
              pageCount={pageCountOf(list.data.total)}
              onPageChange={(to) => changeParams(pageParams(to))}
              summary={pageSummary(page, list.data)}
            />
          )}
        </>
      )}
    </section>
  )
}
