import { useDroppable } from '@dnd-kit/core'
import { statusWords } from '#features/tickets/contract.ts'
import { StatusIcon } from '#features/tickets/web/parts/ticket-badges.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { shownTotal } from '#platform/web/paging.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { BoardCard, type CardActions } from './board-card.tsx'
import type { BoardStatus, Column } from './board-columns.ts'
import type { ColumnLoading } from './use-board.ts'

interface BoardColumnProps extends CardActions {
  status: BoardStatus
  column: Column
  loading: ColumnLoading
  carriedId: string | undefined
  /** Number of the ticket last moved here, where the filter leaves the column out. */
  movedAway?: string | undefined
  /** The tab above shows the same. */
  hideHead?: boolean
}

export function BoardColumn(props: BoardColumnProps) {
  const { status, column, loading, carriedId, movedAway, hideHead = false, ...cards } = props
  const { setNodeRef, isOver, active } = useDroppable({ id: status, disabled: !cards.canDrag })
  const isTarget = isOver && active?.data.current?.['status'] !== status
  const name = statusWords[status]
  const left = column.total - column.cards.length
  return (
    // Half the gap belongs to each neighbour, so that a card cannot be dropped between them.
    <div
      ref={setNodeRef}
      data-column={status}
      className={cn(
        'flex min-h-0 min-w-0',
        !hideHead && 'px-1',
        carriedId !== undefined && 'cursor-grabbing',
      )}
    >
      <section
        aria-label={
          loading.isLeftOut
            ? name
            : column.totalIsAtLeast
              ? i18n.t('{name}, {total} tickets', { name, total: shownTotal(column) })
              : i18n.t('{name}, {count, plural, one {# ticket} other {# tickets}}', {
                  name,
                  count: column.total,
                })
        }
        className={cn(
          'flex min-h-0 w-full flex-col rounded-card outline-2 -outline-offset-2',
          isTarget ? 'bg-selected outline-accent' : 'outline-transparent',
          !hideHead && !isTarget && 'bg-sunken',
        )}
      >
        {!hideHead && (
          <header className="flex flex-none items-center gap-2 px-3 pt-2.5 pb-2">
            <StatusIcon status={status} />
            <h2 className="text-section" tabIndex={-1} data-focus="head">
              {name}
            </h2>
            {loading.isKnown && !loading.isLeftOut && (
              <span className="rounded-full bg-hover px-2 text-meta text-muted tabular-nums">
                {shownTotal(column)}
              </span>
            )}
          </header>
        )}
        <div className={cn('min-h-0 flex-1', !hideHead && 'overflow-y-auto overscroll-y-contain px-1 pb-1')}>
          {loading.hasFailed && (
            <ErrorNote onRetry={loading.retry} busy={loading.isRetrying} className="mb-2">
              {i18n.t('These tickets could not be loaded.')}
            </ErrorNote>
          )}
          {loading.isLoading && <LoadingCards />}
          {loading.isKnown && column.total === 0 && (
            <p className="px-3 py-8 text-center text-muted">
              {loading.isLeftOut ? i18n.t('Left out by the filter on the status.') : i18n.t('No tickets')}
              {loading.isLeftOut && movedAway !== undefined && (
                <span className="mt-2 block text-text">
                  {i18n.t('{number} is here now.', { number: movedAway })}
                </span>
              )}
            </p>
          )}
          <ul
            aria-label={name}
            className={cn(
              'flex flex-col transition-opacity',
              loading.isStale && 'opacity-60 delay-150',
              // Shows the column's pointer, and lets the wheel scroll it.
              carriedId !== undefined && 'pointer-events-none',
            )}
          >
            {column.cards.map((card) => (
              <BoardCard key={card.ticket.id} {...card} isCarried={card.ticket.id === carriedId} {...cards} />
            ))}
          </ul>
          {left > 0 && loading.isKnown && (
            <div className="flex flex-col items-center gap-1 py-2">
              <p className="text-meta text-muted tabular-nums">
                {i18n.t('{count} of {total}', { count: column.cards.length, total: shownTotal(column) })}
              </p>
              {loading.hasMoreFailed && (
                <p role="alert" className="text-meta text-red-fg">
                  {i18n.t('More tickets could not be loaded.')}
                </p>
              )}
              <Button size="small" onClick={loading.showMore} busy={loading.isLoadingMore}>
                {i18n.t('Show more')}
              </Button>
            </div>
          )}
        </div>
      </section>
    </div>
  )
}

const LoadingCards = () => (
  <Loading label={i18n.t('Loading tickets...')}>
    {Array.from({ length: 3 }, (_, place) => (
      <div key={place} className="p-1">
        <div className="card flex h-31 flex-col gap-3 p-3">
          <Skeleton className="w-20" />
          <Skeleton className="w-11/12" />
          <Skeleton className="w-1/2" />
          <Skeleton className="mt-auto h-7" />
        </div>
      </div>
    ))}
  </Loading>
)
