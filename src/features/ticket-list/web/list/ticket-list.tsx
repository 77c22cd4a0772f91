import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, type ComponentType, type ReactNode } from 'react'
import type { TicketPage } from '#features/tickets/contract.ts'
import { usualOrder, type RowChoice } from '#features/tickets/list/columns/contract.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import { canChange } from '#features/tickets/policy.ts'
import { usePicking } from '#features/tickets/web/parts/picking.ts'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { useWithPending } from '#features/tickets/web/pending.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { useAttention } from '#platform/web/hooks/use-attention.ts'
import { useFrozen } from '#platform/web/hooks/use-frozen.ts'
import { narrowWindow, useLayout } from '#platform/web/hooks/use-layout.ts'
import { useOnline } from '#platform/web/hooks/use-online.ts'
import { usePageWithin } from '#platform/web/hooks/use-page-within.ts'
import { fetchAhead, lazyPart } from '#platform/web/lazy-parts.ts'
import { offsetOf, pageCountOf, pageSize, pageSummary } from '#platform/web/paging.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Pager } from '#platform/web/ui/pager.tsx'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { ProgressLine } from '#platform/web/ui/progress-line.tsx'
import { ticketList } from '../api.ts'
import { otherOrder, type Sorting } from '../filters/filter-state.ts'
import { BulkBar, NoMatch, Updates } from './list-parts.ts'
import type { AssignButtonProps } from './row-actions.tsx'
import { TicketTable } from './ticket-table.tsx'
import { useShownList } from './shown-list.ts'
import { usePageSize } from './use-page-size.ts'
import { useSelection } from './use-selection.ts'
import { useStablePage } from './use-stable-page.ts'
import type { Column } from './usual-columns.tsx'

/** Only phones load it. */
const TicketCards = lazyPart(() => import('./ticket-cards.tsx'), 'TicketCards')
if (matchMedia(narrowWindow).matches) fetchAhead(TicketCards)

interface TicketListProps {
  label: string
  viewer: CurrentUser
  filter: TicketFilter
  sorting: Sorting
  onSort(next: Required<Sorting>): void
  page: number
  onPageChange(page: number, options?: { replace?: boolean }): void
  opener: TicketOpener
  columns: readonly Column[]
  rowChoice: RowChoice
  /** The stored columns are loading: rows wait for them. */
  areColumnsExpected?: boolean
  AssignButton?: ComponentType<AssignButtonProps> | undefined
  empty: ReactNode
  onClearFilters?: (() => void) | undefined
  /** Stands for the words about its filters, as for a view of tickets. */
  emptied?: ReactNode
  /** Shown beside it without hits. */
  suggestion?: ReactNode
}

export function TicketList({
  viewer,
  filter,
  sorting,
  page,
  onPageChange,
  onClearFilters,
  columns,
  rowChoice,
  areColumnsExpected = false,
  ...props
}: TicketListProps) {
  const list = useRef<HTMLDivElement>(null)
  const room = useLayout()
  const measured = usePageSize(rowChoice, list, room === 'narrow')
  const size = measured ?? pageSize
  const question = { ...filter, ...sorting, limit: size, offset: offsetOf(page, size) }
  const query = useQuery({ ...ticketList(question), enabled: measured !== undefined })
  const selection = useSelection(JSON.stringify(filter))
  const isPicking = usePicking() !== undefined
  const attention = useAttention()
  const settled = useStablePage(
    query.data,
    JSON.stringify([question, query.isPlaceholderData]),
    attention.isHere || selection.tickets.length > 0,
  )
  const data = useFrozen(settled.page, isPicking)
  const withPending = useWithPending()
  const rows = useMemo(
    () =>
      data?.tickets.map((known) => {
        const ticket = withPending(known)
        return { ticket, isPending: ticket !== known }
      }),
    [data, withPending],
  )

  const isOnline = useOnline()
  const pageCount = data && pageCountOf(data.total, size)
  const isBeyond = usePageWithin(page, query.isPlaceholderData ? undefined : pageCount, (last) =>
    onPageChange(last, { replace: true }),
  )
  const shown = isBeyond || areColumnsExpected ? undefined : rows
  useShownList({ element: list, tickets: shown?.map(({ ticket }) => ticket), selection })

  if (data?.total === 0 && data.tickets.length === 0 && !query.isPlaceholderData)
    return (
      <div className="card">
        {!onClearFilters
          ? props.empty
          : (props.emptied ?? (
              <PartBoundary what={i18n.t('The list')} note="inline" fallback={<div className="h-52" />}>
                <NoMatch onClear={onClearFilters} suggestion={props.suggestion} />
              </PartBoundary>
            ))}
      </div>
    )

  function show() {
    settled.show()
    // The button unmounts; the new rows are next to read.
    list.current?.focus()
  }
  const shared = {
    rows: shown,
    gone: settled.updates.gone,
    reasons: data?.reasons,
    label: props.label,
    size,
    selection,
    opener: props.opener,
    canEdit: canChange(viewer),
    AssignButton: props.AssignButton,
  }
  return (
    <div>
      <ProgressLine active={query.isPlaceholderData} />
      {query.isError && (isOnline || !data) && (
        <ErrorNote
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
          className="mb-2"
        >
          {i18n.t('The tickets could not be loaded.')}
        </ErrorNote>
      )}
      {(data || !query.isError) && (
        <div
          ref={list}
          tabIndex={-1}
          className={cn(
            'relative outline-0 transition-opacity',
            query.isPlaceholderData && 'opacity-60 delay-150',
          )}
          aria-busy={query.isPlaceholderData}
          {...attention.listeners}
        >
          {settled.updates.count > 0 && (
            <Suspense>
              <Updates updates={settled.updates} onShow={show} />
            </Suspense>
          )}
          {room === 'narrow' ? (
            <PartBoundary what={i18n.t('The list')} note="inline" fallback={<div className="h-dvh" />}>
              <TicketCards
                {...shared}
                showsAssignee={columns.some(({ name }) => name === 'assignedTo')}
                showsLabels={columns.some(({ name }) => name === 'labels')}
              />
            </PartBoundary>
          ) : (
            <TicketTable
              {...shared}
              columns={columns}
              sorting={sorting}
              onSort={props.onSort}
              isFolded={room === 'folded'}
            />
          )}
        </div>
      )}
      {data && pageCount !== undefined && (
        <Pager
          className="mt-3"
          page={Math.min(page, pageCount)}
          pageCount={pageCount}
          onPageChange={(next) => onPageChange(next)}
          summary={summaryOf(Math.min(page, pageCount), data, size, sorting)}
        />
      )}
      {selection.tickets.length > 0 && (
        // Leaves room for the bar below the last row.
        <div className="h-20">
          <PartBoundary what={i18n.t('The bar for the selected tickets')}>
            <BulkBar
              viewer={viewer}
              selection={selection}
              sorting={sorting}
              columns={columns.map(({ name }) => name)}
            />
          </PartBoundary>
        </div>
      )}
    </div>
  )
}

function summaryOf(page: number, list: TicketPage, size: number, { sort, order }: Sorting): string {
  const summary = pageSummary(page, list, size)
  if (sort !== 'urgency' || order === otherOrder(usualOrder(sort))) return summary
  return `${summary} · ${i18n.t('Sorted by urgency')}`
}
