import { useDraggable, useDroppable } from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import { memo, useMemo } from 'react'
import { cn } from '#platform/web/cn.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { statusWords, type Ticket } from '../contract.ts'
import type { BoardStatus, Column } from './board-columns.ts'
import type { ShownTicket } from './pending.ts'
import { StatusIcon } from './ticket-badges.tsx'
import { TicketCard } from './ticket-card.tsx'
import type { TicketOpener } from './ticket-opener.ts'
import type { ColumnLoading } from './use-board.ts'

interface CardsProps {
  opener: TicketOpener
  onStatus(ticket: Ticket, status: BoardStatus): void
  canDrag: boolean
}

interface BoardColumnProps extends CardsProps {
  status: BoardStatus
  column: Column
  loading: ColumnLoading
  /** The tab above it says the same. */
  hideHead?: boolean
}

export function BoardColumn({ status, column, loading, hideHead = false, ...cards }: BoardColumnProps) {
  const { setNodeRef, isOver, active } = useDroppable({ id: status, disabled: !cards.canDrag })
  const isTarget = isOver && active?.data.current?.['status'] !== status
  const name = statusWords[status]
  const left = column.total - column.cards.length
  return (
    // The gap belongs half to each neighbour, so that a card cannot be dropped between them.
    <div ref={setNodeRef} data-column={status} className={cn('flex min-h-0 min-w-0', !hideHead && 'px-1')}>
      <section
        aria-label={`${name}, ${column.total} ${column.total === 1 ? 'ticket' : 'tickets'}`}
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
            {!loading.isLoading && !loading.hasFailed && (
              <span className="rounded-full bg-hover px-2 text-meta text-muted tabular-nums">
                {column.total}
              </span>
            )}
          </header>
        )}
        <div className={cn('min-h-0 flex-1', !hideHead && 'overflow-y-auto overscroll-y-contain px-1 pb-1')}>
          {loading.hasFailed && (
            <ErrorNote onRetry={loading.retry} busy={loading.isRetrying} className="mb-2">
              These tickets could not be loaded.
            </ErrorNote>
          )}
          {loading.isLoading && <LoadingCards />}
          {!loading.isLoading && !loading.hasFailed && column.total === 0 && (
            <p className="px-3 py-8 text-center text-muted">No tickets</p>
          )}
          <ul
            aria-label={name}
            className={cn('flex flex-col transition-opacity', loading.isStale && 'opacity-60 delay-150')}
          >
            {column.cards.map((card) => (
              <Card key={card.ticket.id} card={card} {...cards} />
            ))}
          </ul>
          {left > 0 && !loading.isLoading && !loading.hasFailed && (
            <div className="flex flex-col items-center gap-1 py-2">
              <p className="text-meta text-muted tabular-nums">
                {column.cards.length} of {column.total}
              </p>
              {loading.hasMoreFailed && (
                <p role="alert" className="text-meta text-red-fg">
                  More tickets could not be loaded.
                </p>
              )}
              <Button size="small" onClick={loading.showMore} busy={loading.isLoadingMore}>
                Show more
              </Button>
            </div>
          )}
        </div>
      </section>
    </div>
  )
}

const Card = memo(function Card({
  card: { ticket, isPending },
  canDrag,
  ...actions
}: CardsProps & { card: ShownTicket }) {
  const { id, status } = ticket
  const data = useMemo(() => ({ status }), [status])
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id,
    data,
    disabled: !canDrag,
  })
  const onKeyDown = listeners?.['onKeyDown']
  const describedBy = attributes['aria-describedby']
  const grip = useMemo(
    () =>
      canDrag && (
        <button
          ref={setActivatorNodeRef}
          type="button"
          data-focus="grip"
          aria-label={`Move ${ticket.ticketNumber}`}
          aria-roledescription="draggable"
          aria-describedby={describedBy}
          aria-pressed={isDragging}
          className="-ms-1 grid size-6 flex-none cursor-grab place-items-center rounded-control text-subtle hover:bg-hover hover:text-fg"
          onKeyDown={(event) => onKeyDown?.(event)}
        >
          <GripVertical aria-hidden className="size-3.5!" />
        </button>
      ),
    [canDrag, setActivatorNodeRef, ticket.ticketNumber, describedBy, isDragging, onKeyDown],
  )
  return (
    // Cards that are far out of sight are not drawn. The padding leaves room for rings and shadows, which would be cut off.
    <li
      ref={setNodeRef}
      data-ticket={id}
      className={cn(
        'p-1 [contain-intrinsic-size:auto_196px] [content-visibility:auto]',
        isDragging && 'opacity-40',
        canDrag && 'pointer-fine:cursor-grab',
      )}
      onPointerDown={(event) => listeners?.['onPointerDown']?.(event)}
    >
      <TicketCard ticket={ticket} isPending={isPending} grip={grip} {...actions} />
    </li>
  )
})

const LoadingCards = () => (
  <Loading label="Loading tickets...">
    {Array.from({ length: 3 }, (_, place) => (
      <div key={place} className="p-1">
        <div className="card flex h-47 flex-col gap-3 p-3">
          <Skeleton className="w-20" />
          <Skeleton className="w-11/12" />
          <Skeleton className="w-1/2" />
          <Skeleton className="mt-auto h-7" />
        </div>
      </div>
    ))}
  </Loading>
)
