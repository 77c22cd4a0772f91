import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragStartEvent,
} from '@dnd-kit/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useShownList } from '#features/ticket-list/web/list/shown-list.ts'
import { boardStatuses, statuses, statusWords, type Status, type Ticket } from '#features/tickets/contract.ts'
import { letsThrough, type TicketFilter } from '#features/tickets/list/contract.ts'
import {
  statusUpdateWords,
  useChangeTicket,
  type UpdateWords,
} from '#features/tickets/web/change/use-change-ticket.ts'
import { usePicking } from '#features/tickets/web/parts/picking.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { useFocusFollows } from '#platform/web/hooks/use-focus-follows.ts'
import { useLayout } from '#platform/web/hooks/use-layout.ts'
import { shownTotal } from '#platform/web/paging.ts'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import { PicturedGrip } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import { isOnBoard, type BoardStatus } from './board-columns.ts'
import {
  announcementsFor,
  columnUnder,
  dragAfterPx,
  dragHelpId,
  dragInstructions,
  dragKeys,
  MousePointerSensor,
  moveByKey,
} from './board-drag.ts'
import { TicketCard } from './ticket-card.tsx'
import { useBoard } from './use-board.ts'
import { useRoving } from './use-roving.ts'

interface BoardProps {
  filter: TicketFilter
  opener: TicketOpener
}

const moveWords = {
  made: (number: string, column: string) => i18n.t('{number} moved to {column}.', { number, column }),
  failed: (number: string, column: string) =>
    i18n.t('{number} could not be moved to {column}. It is back in its column.', { number, column }),
  left: (number: string, column: string) => i18n.t('{number} was not moved to {column}.', { number, column }),
}

/** Words of toasts, with ticket and column for a person who does not see the move. */
const moveUpdateWords: UpdateWords = {
  get done() {
    return statusUpdateWords.done
  },
  get failed() {
    return statusUpdateWords.failed
  },
  spoken: (outcome, ticket, { value }) =>
    moveWords[outcome](shownNumber(ticket), isOneOf(statuses, value) ? statusWords[value] : ''),
}

/** Moves a card by its buttons, by the mouse, or by its grip with the keyboard. */
export function Board({ filter, opener }: BoardProps) {
  const [carried, setCarried] = useState<Ticket | null>(null)
  const isPicking = usePicking() !== undefined
  const board = useBoard(filter, carried !== null || isPicking)
  const changeTicket = useChangeTicket(moveUpdateWords)
  const [said, say] = useState('')
  const [movedAway, setMovedAway] = useState<{ status: Status; number: string }>()
  const root = useRef<HTMLDivElement>(null)
  useFocusFollows(root)
  useRoving(root)
  const guardDoubleClick = useDoubleClickGuard('article')

  const moveTo = useCallback(
    async (ticket: Ticket, status: Status) => {
      if (ticket.status === status) return
      const outcome = await changeTicket(ticket, 'status', status)
      if (outcome === 'made' && !letsThrough(filter.status, status))
        setMovedAway({ status, number: shownNumber(ticket) })
      if (outcome === 'left') say(moveWords.left(shownNumber(ticket), statusWords[status]))
    },
    [changeTicket, filter.status],
  )

  const byId = useMemo(() => {
    const cards = boardStatuses.flatMap((status) => board.columns[status].cards)
    return new Map(cards.map(({ ticket }) => [ticket.id, ticket]))
  }, [board.columns])
  useShownList({
    element: root,
    tickets: useMemo(() => [...byId.values()], [byId]),
    onStatus: (ticket, status) => void moveTo(ticket, status),
  })
  const accessibility = {
    announcements: announcementsFor((id) => byId.get(id)),
    screenReaderInstructions: dragInstructions,
    // The card that would regain the focus may have moved to another column.
    restoreFocus: false,
  }
  const sensors = useSensors(
    useSensor(MousePointerSensor, { activationConstraint: { distance: dragAfterPx } }),
    useSensor(KeyboardSensor, { coordinateGetter: moveByKey, keyboardCodes: dragKeys }),
  )

  function lift({ active }: DragStartEvent) {
    setCarried(byId.get(String(active.id)) ?? null)
  }
  function drop({ over }: DragEndEvent) {
    setCarried(null)
    if (carried && isOnBoard(over?.id)) void moveTo(carried, over.id)
  }

  const isNarrow = useLayout() === 'narrow'
  const cards = { opener, onStatus: moveTo, canDrag: !isNarrow }
  const columnOf = (status: BoardStatus) => ({
    status,
    column: board.columns[status],
    loading: board.of(status),
    carriedId: carried?.id,
    movedAway: movedAway?.status === status ? movedAway.number : undefined,
    ...cards,
  })
  return (
    <div
      ref={root}
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-0"
      onClickCapture={guardDoubleClick}
    >
      <output className="sr-only">{said}</output>
      <DndContext
        id={dragHelpId}
        sensors={sensors}
        collisionDetection={columnUnder}
        accessibility={accessibility}
        onDragStart={lift}
        onDragEnd={drop}
        onDragCancel={() => setCarried(null)}
      >
        {isNarrow ? (
          <OneColumn filter={filter} columnOf={columnOf} />
        ) : (
          <div className="-mx-1 grid min-h-0 flex-1 snap-x auto-cols-[minmax(228px,1fr)] grid-flow-col grid-rows-[minmax(0,1fr)] overflow-x-auto *:snap-start">
            {boardStatuses.map((status) => (
              <BoardColumn key={status} {...columnOf(status)} />
            ))}
          </div>
        )}
        <DragOverlay dropAnimation={null}>
          {carried && (
            <div className="p-1" aria-hidden inert>
              <div className="rotate-1 rounded-card shadow-dialog motion-reduce:rotate-0">
                <TicketCard
                  ticket={carried}
                  isPending={false}
                  opener={opener}
                  onStatus={moveTo}
                  grip={<PicturedGrip />}
                />
              </div>
            </div>
          )}
        </DragOverlay>
      </DndContext>
      {filter.status !== undefined && letsThrough(filter.status, 'closed') && (
        <p className="mt-3 text-muted">
          {i18n.t('Closed tickets are not on the board. They are in the Table View.')}
        </p>
      )}
    </div>
  )
}

interface OneColumnProps {
  filter: TicketFilter
  columnOf(status: BoardStatus): Parameters<typeof BoardColumn>[0]
}

function OneColumn({ filter, columnOf }: OneColumnProps) {
  const [shown, show] = useState<string>(
    () => boardStatuses.find((status) => letsThrough(filter.status, status)) ?? 'open',
  )
  const columns = boardStatuses.map(columnOf)
  return (
    <Tabs value={shown} onValueChange={show}>
      <TabList
        label={i18n.t('Columns')}
        className="sticky top-(--sticky-top) z-10 -mx-4 gap-0 bg-canvas px-4 *:min-h-control!"
      >
        {columns.map(({ status, column, loading }) => (
          <Tab key={status} value={status} className="min-w-0 flex-auto justify-center gap-1! px-1!">
            <span className="truncate">{statusWords[status]}</span>
            {loading.isKnown && !loading.isLeftOut && (
              <span className="text-meta text-muted tabular-nums">{shownTotal(column)}</span>
            )}
          </Tab>
        ))}
      </TabList>
      {columns.map((column) => (
        <TabPanel key={column.status} value={column.status} className="-mx-1 pt-1">
          <BoardColumn {...column} hideHead />
        </TabPanel>
      ))}
    </Tabs>
  )
}
