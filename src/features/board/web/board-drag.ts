import {
  KeyboardCode,
  pointerWithin,
  PointerSensor,
  rectIntersection,
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type ScreenReaderInstructions,
} from '@dnd-kit/core'
import type { PointerEvent } from 'react'
import { statusWords, type Ticket } from '#features/tickets/contract.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { isOnBoard } from './board-columns.ts'

export const dragAfterPx = 8
const keyStepPx = 25
/** Inset that puts a card over one column alone. */
const insetPx = 8

/** Accepts mouse and pen; a finger scrolls, and has the status buttons. */
export class MousePointerSensor extends PointerSensor {
  static override activators: typeof PointerSensor.activators = [
    {
      eventName: 'onPointerDown',
      handler({ nativeEvent }: PointerEvent, { onActivation }) {
        if (!nativeEvent.isPrimary || nativeEvent.button !== 0 || nativeEvent.pointerType === 'touch')
          return false
        onActivation?.({ event: nativeEvent })
        return true
      },
    },
  ]
}

/** Tab cancels, so that the focus does not leave while a card is carried. */
export const dragKeys = {
  start: [KeyboardCode.Space, KeyboardCode.Enter],
  cancel: [KeyboardCode.Esc, KeyboardCode.Tab],
  end: [KeyboardCode.Space, KeyboardCode.Enter],
}

/** Uses the pointer where there is one: the card's corner may hang over another column. */
export const columnUnder: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args)

const steps: Record<string, { x: number; y: number } | undefined> = {
  ArrowLeft: { x: -keyStepPx, y: 0 },
  ArrowRight: { x: keyStepPx, y: 0 },
  ArrowUp: { x: 0, y: -keyStepPx },
  ArrowDown: { x: 0, y: keyStepPx },
}

/** Moves the card a step by arrows, or a column by Shift with left and right. */
export const moveByKey: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = steps[event.code]
  if (!step) return undefined
  event.preventDefault()
  const { collisionRect, droppableRects } = context
  if (!event.shiftKey || step.x === 0 || !collisionRect)
    return { x: currentCoordinates.x + step.x, y: currentCoordinates.y + step.y }
  const middle = collisionRect.left + collisionRect.width / 2
  const columns = [...droppableRects.values()].sort((one, other) => one.left - other.left)
  const here = columns.findLastIndex((column) => column.left <= middle)
  const next = columns[Math.max(0, here) + Math.sign(step.x)]
  return next && { x: next.left + insetPx, y: currentCoordinates.y }
}

type TicketOf = (id: string) => Ticket | undefined

export function announcementsFor(ticketOf: TicketOf): Announcements {
  const nameOf = (id: string | number) => {
    const ticket = ticketOf(String(id))
    return ticket ? shownNumber(ticket) : i18n.t('The ticket')
  }
  const column = (id: string | number) => (isOnBoard(id) ? statusWords[id] : '')
  return {
    onDragStart: ({ active }) => i18n.t('Picked up {name}.', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? i18n.t('{name} is over {column}.', { name: nameOf(active.id), column: column(over.id) })
        : i18n.t('{name} is not over a column.', { name: nameOf(active.id) }),
    onDragEnd: ({ active, over }) => {
      const isSame = !over || ticketOf(String(active.id))?.status === over.id
      // A move is announced once it is answered.
      return isSame ? i18n.t('{name} stays where it was.', { name: nameOf(active.id) }) : undefined
    },
    onDragCancel: ({ active }) => i18n.t('{name} stays where it was.', { name: nameOf(active.id) }),
  }
}

export const dragHelpId = 'drag-help'

export const dragInstructions: ScreenReaderInstructions = words({
  draggable: () =>
    i18n.t(
      'Press Space or Enter to pick up the ticket. Then arrow keys move it, with Shift a whole column; Space or Enter drops it, Escape puts it back.',
    ),
})
