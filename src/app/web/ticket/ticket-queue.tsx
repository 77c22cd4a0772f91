import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Ticket } from '#features/tickets/contract.ts'
import { nextRow, previousRow } from '#features/tickets/web/actions.ts'
import type { ListQuery } from '#features/tickets/web/api.ts'
import { ageLabel } from '#features/tickets/web/parts/age-label.ts'
import { clientName } from '#features/tickets/web/parts/client-logo.tsx'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { PriorityBadge, StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { RowMark } from '#features/tickets/web/parts/row-marks.ts'
import { Waiting } from '#features/tickets/web/parts/waiting.tsx'
import { useWithPending } from '#features/tickets/web/pending.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { useAttention } from '#platform/web/hooks/use-attention.ts'
import { usePageWithin } from '#platform/web/hooks/use-page-within.ts'
import { pageCountOf, shownTotal, type Total } from '#platform/web/paging.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Pager } from '#platform/web/ui/pager.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { ticketList } from '#features/ticket-list/web/api.ts'
import { move, startFrom } from '#features/ticket-list/web/list/list-focus.ts'
import { useShownList } from '#features/ticket-list/web/list/shown-list.ts'
import { Updates } from '#features/ticket-list/web/list/updates.tsx'
import { useStablePage } from '#features/ticket-list/web/list/use-stable-page.ts'
import { focusTitle } from './focus.ts'

const pageSize = 50
const pageWith = (place: number) => Math.floor(Math.max(place, 0) / pageSize) + 1

interface TicketQueueProps {
  query: ListQuery | undefined
  /** Place of the open ticket in the list, counted over all pages. */
  place: number
  /** The open ticket. */
  ticketId: string
  opener: TicketOpener
  isForClient: boolean
}

/** Shows the list that a ticket was opened from beside it, in rows of two lines. */
export function TicketQueue({ query: listed, place, ticketId, opener, isForClient }: TicketQueueProps) {
  const [page, setPage] = useState(pageWith(place))
  const [followed, follow] = useState(ticketId)
  if (ticketId !== followed) {
    follow(ticketId)
    setPage(pageWith(place))
  }
  const question = { ...listed, limit: pageSize, offset: (page - 1) * pageSize }
  const query = useQuery(ticketList(question))
  const attention = useAttention()
  const settled = useStablePage(
    query.data,
    JSON.stringify([question, query.isPlaceholderData]),
    attention.isHere,
  )
  const data = settled.page
  const withPending = useWithPending()
  const list = useRef<HTMLDivElement>(null)
  useShownList({ element: list })
  useActions([
    { ...nextRow, isOfScreen: false, run: () => move(1) },
    { ...previousRow, isOfScreen: false, run: () => move(-1) },
  ])
  const isThere = data?.tickets.some(({ id }) => id === ticketId) ?? false
  useEffect(() => {
    if (!isThere) return
    startFrom(ticketId)
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [ticketId, isThere])
  const pageCount = data && pageCountOf(data.total, pageSize)
  usePageWithin(page, query.isPlaceholderData ? undefined : pageCount, setPage)
  return (
    <section aria-label={i18n.t('List beside the ticket')} className="ticket-queue no-print">
      <p className="flex h-12 flex-none items-center border-b border-border px-4 text-muted tabular-nums">
        {data && countWords(data)}
      </p>
      <div
        ref={list}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
        {...attention.listeners}
      >
        {settled.updates.count > 0 && <Updates updates={settled.updates} onShow={settled.show} />}
        {data ? (
          <ul>
            {data.tickets.map((known) => (
              <QueueRow
                key={known.id}
                ticket={withPending(known)}
                isOpen={known.id === ticketId}
                opener={opener}
                isForClient={isForClient}
              />
            ))}
          </ul>
        ) : query.isError ? (
          <ErrorNote
            className="m-2"
            error={query.error}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            {i18n.t('The tickets could not be loaded.')}
          </ErrorNote>
        ) : (
          <Loading label={i18n.t('Loading tickets...')} className="flex flex-col gap-4 p-4">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </Loading>
        )}
      </div>
      {pageCount !== undefined && pageCount > 1 && (
        <Pager
          className="flex-none border-t border-border p-2"
          page={page}
          pageCount={pageCount}
          onPageChange={setPage}
          summary={`${page} / ${pageCount}`}
        />
      )}
    </section>
  )
}

function countWords(list: Total): string {
  return list.totalIsAtLeast
    ? i18n.t('{total} tickets', { total: shownTotal(list) })
    : i18n.t('{count, plural, one {# ticket} other {# tickets}}', { count: list.total })
}

interface QueueRowProps {
  ticket: Ticket
  isOpen: boolean
  opener: TicketOpener
  isForClient: boolean
}

function QueueRow({ ticket, isOpen, opener, isForClient }: QueueRowProps) {
  const { id, subject, status, priority, createdAt } = ticket
  const link = opensTicket(opener, id)
  return (
    <li data-ticket-id={id}>
      <a
        href={link.href}
        aria-current={isOpen || undefined}
        className="queue-row"
        onClick={(event) => {
          link.onClick(event)
          if (event.defaultPrevented) focusTitle()
        }}
      >
        <span className="flex items-center gap-1.5">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {subject}
          </span>
          <Waiting ticket={ticket} isForClient={isForClient} />
          <RowMark ticketId={id} />
          <RelativeTime
            at={createdAt}
            label={(at) => ageLabel(at)}
            className="flex-none text-meta font-normal text-subtle"
          />
        </span>
        <span className="mt-1 flex items-center gap-1.5 text-meta font-normal text-muted">
          <span className="flex-none tabular-nums">{shownNumber(ticket)}</span>
          <span aria-hidden>·</span>
          <span className="min-w-0 flex-1 truncate">{clientName(ticket)}</span>
          <PriorityBadge priority={priority} isPlain />
          <StatusBadge status={status} />
        </span>
      </a>
    </li>
  )
}
