import { useDraggable, type DraggableSyntheticListeners } from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import {
  memo,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import type { Ticket } from '#features/tickets/contract.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import type { ShownTicket } from '#features/tickets/web/pending.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import type { BoardStatus } from './board-columns.ts'
import { dragHelpId } from './board-drag.ts'
import { TicketCard } from './ticket-card.tsx'

export interface CardActions {
  opener: TicketOpener
  onStatus(ticket: Ticket, status: BoardStatus): void
  canDrag: boolean
}

interface BoardCardProps extends CardActions, ShownTicket {
  isCarried: boolean
}

const gripLook =
  '-ms-1 grid size-6 flex-none cursor-grab place-items-center rounded-control text-subtle hover:bg-hover hover:text-fg'

/** Grip on the dragged picture of a card, which keeps its layout. */
export const PicturedGrip = () => (
  <span className={gripLook}>
    <GripVertical aria-hidden className="size-3.5!" />
  </span>
)

export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { ticket, isPending, isCarried, canDrag, ...actions } = props
  const { id } = ticket
  const number = shownNumber(ticket)
  const item = useRef<HTMLLIElement>(null)
  const listeners = useRef<DraggableSyntheticListeners>(undefined)
  const [isTouched, setTouched] = useState(false)

  const grip = useMemo(() => {
    const takeHold = (event: KeyboardEvent) => {
      flushSync(() => setTouched(true))
      listeners.current?.['onKeyDown']?.(event)
    }
    return (
      canDrag && (
        <button
          type="button"
          data-focus="grip"
          tabIndex={-1}
          aria-label={i18n.t('Move {number}', { number })}
          aria-roledescription={i18n.t('draggable')}
          aria-describedby={dragHelpId}
          aria-pressed={isCarried}
          className={gripLook}
          onKeyDown={takeHold}
        >
          <GripVertical aria-hidden className="size-3.5!" />
        </button>
      )
    )
  }, [canDrag, number, isCarried])

  function takeHold(event: PointerEvent) {
    if (!canDrag) return
    flushSync(() => setTouched(true))
    listeners.current?.['onPointerDown']?.(event)
  }
  return (
    // Skip rendering cards far out of sight. The padding keeps rings and shadows from being cut off.
    <li
      ref={item}
      data-ticket={id}
      className={cn(
        'p-1 [contain-intrinsic-size:auto_132px] [content-visibility:auto]',
        isCarried && 'opacity-40',
        canDrag && 'pointer-fine:cursor-grab',
      )}
      onPointerDown={takeHold}
    >
      {canDrag && isTouched && <Draggable ticket={ticket} item={item} ref={listeners} />}
      <TicketCard ticket={ticket} isPending={isPending} grip={grip} {...actions} />
    </li>
  )
})

interface DraggableProps {
  ticket: Ticket
  item: RefObject<HTMLLIElement | null>
  ref: Ref<DraggableSyntheticListeners>
}

/** Registers only a card that was grabbed once: each drag step renders every registered card. */
function Draggable({ ticket: { id, status }, item, ref }: DraggableProps) {
  const data = useMemo(() => ({ status }), [status])
  const { listeners, setNodeRef } = useDraggable({ id, data })
  useLayoutEffect(() => setNodeRef(item.current), [setNodeRef, item])
  useImperativeHandle(ref, () => listeners, [listeners])
  return null
}
