import { i18n } from '#platform/contract/i18n.ts'
import { GripVertical, UsersRound } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { cn } from '#platform/web/cn.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { OpensLater } from '#platform/web/ui/opens-later.tsx'
import type { QueueMove } from './queue-moves.tsx'
import { QueueCount } from './queue-count.tsx'
import { useQueueLink } from './queue-link.ts'
import { useQueues, type Queue } from './use-queues.ts'

const QueueMoves = lazyPart(() => import('./queue-moves.tsx'), 'QueueMoves')

interface QueueListProps {
  viewer: CurrentUser
  onNavigate?: (() => void) | undefined
}

/** Keeps the entries below the views in sight. */
const shownAtFirst = 8

/**
 * Lists the views in the sidebar; those beyond eight wait behind a button. Dragging, Alt with an arrow key, or a
 * menu reorders them.
 */
export function QueueList({ viewer, onNavigate }: QueueListProps) {
  const { queues, move, canMove } = useQueues(viewer)
  const linkTo = useQueueLink(onNavigate)
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<string | null>(null)
  const [said, say] = useState('')
  const [carried, carry] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)
  const isFolded = ({ query }: Queue, place: number) =>
    !isWhole && place >= shownAtFirst && linkTo(query)['aria-current'] === undefined

  // A moved row loses the focus.
  useLayoutEffect(() => {
    if (moved.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-view="${moved.current}"] a`)?.focus()
    moved.current = null
  })

  const placeOf = (id: string) => queues.findIndex((queue) => queue.id === id)

  function moveTo({ id, name }: Pick<Queue, 'id' | 'name'>, to: number, keepsFocus = true) {
    const place = canMove ? move(id, to) : undefined
    if (place === undefined) return
    if (keepsFocus) moved.current = id
    say(i18n.t('{name} is view {place} of {count}.', { name, place: place + 1, count: queues.length }))
  }

  function drop(on: string) {
    const queue = queues[carried === null ? -1 : placeOf(carried)]
    if (queue) moveTo(queue, placeOf(on), false)
    carry(null)
    setOver(null)
  }

  function press(event: KeyboardEvent, queue: Queue, place: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || !event.altKey) return
    event.preventDefault()
    moveTo(queue, place + by)
  }

  return (
    <nav aria-label={i18n.t('Ticket views')} className="mt-3 px-2 pb-2">
      <p aria-hidden className="px-3 pb-1 text-meta font-medium text-subtle">
        {i18n.t('Ticket views')}
      </p>
      <ul ref={list} className="flex flex-col gap-0.5">
        {queues.map((queue, place) =>
          isFolded(queue, place) ? null : (
            // Dragging is one of three ways; the other two need no mouse.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={queue.id}
              data-view={queue.id}
              draggable={canMove}
              className={cn(
                'group relative flex items-center rounded-control',
                carried === queue.id && 'opacity-50',
                over === queue.id && carried !== queue.id && 'ring-2 ring-accent ring-inset',
              )}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.effectAllowed = 'move'
                carry(queue.id)
              }}
              onDragOver={(event) => {
                if (carried === null) return
                event.preventDefault()
                setOver(queue.id)
              }}
              onDrop={(event) => {
                event.preventDefault()
                drop(queue.id)
              }}
              onDragEnd={() => {
                carry(null)
                setOver(null)
              }}
            >
              <QueueLink
                queue={queue}
                link={linkTo(queue.query)}
                onKeyDown={(event) => press(event, queue, place)}
              />
              {canMove && (
                <Mover
                  name={queue.name}
                  isFirst={place === 0}
                  isLast={place === queues.length - 1}
                  onMove={(by) => moveTo(queue, place + by)}
                />
              )}
            </li>
          ),
        )}
      </ul>
      {queues.length > shownAtFirst && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="flex h-control w-full items-center rounded-control px-3 text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? i18n.t('Fewer') : i18n.t('More…')}
        </button>
      )}
      <output className="sr-only">{said}</output>
    </nav>
  )
}

interface QueueLinkProps {
  queue: Queue
  link: ReturnType<ReturnType<typeof useQueueLink>>
  onKeyDown(event: KeyboardEvent): void
}

function QueueLink({ queue, link, onKeyDown }: QueueLinkProps) {
  return (
    <a
      {...link}
      href={link.href}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={onKeyDown}
      className={cn(
        'flex h-control min-w-0 flex-1 items-center gap-2 rounded-control ps-3 pe-7 focus-visible:-outline-offset-2',
        link['aria-current']
          ? 'bg-selected font-medium text-link'
          : 'text-muted hover:bg-hover hover:text-fg',
      )}
    >
      <span className="min-w-0 truncate">{queue.name}</span>
      {queue.sharedWith && queue.sharedWith.length > 0 && (
        <UsersRound role="img" aria-label={i18n.t('Team')} className="size-3! flex-none text-subtle" />
      )}
      <span className="flex-1" />
      <QueueCount queue={queue} />
    </a>
  )
}

/** Reorders without dragging. Not reached by Tab: there Alt with an arrow key does the same. */
const Mover = ({ name, ...move }: QueueMove & { name: string }) => (
  <OpensLater
    what={i18n.t('The menu')}
    popup="menu"
    load={QueueMoves.load}
    renderButton={(closed) => (
      <button
        type="button"
        tabIndex={-1}
        aria-label={i18n.t('Move {name}', { name })}
        className="absolute inset-e-0.5 grid size-6 cursor-grab place-items-center rounded-control text-muted opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
        {...closed}
      >
        <GripVertical aria-hidden className="size-3.5!" />
      </button>
    )}
  >
    {(button) => <QueueMoves {...move}>{button}</QueueMoves>}
  </OpensLater>
)
