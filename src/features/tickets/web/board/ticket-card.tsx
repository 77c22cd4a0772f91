import { Eye, SquarePen, UserRound } from 'lucide-react'
import { memo, useId, useRef, type ReactNode } from 'react'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { cn } from '#platform/web/cn.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { boardStatuses, statusWords, type Ticket } from '../../contract.ts'
import { ageLabel } from '../parts/age-label.ts'
import type { BoardStatus } from './board-columns.ts'
import { clientName, ClientLogo } from '../parts/client-logo.tsx'
import { shownNumber } from '../parts/shown-number.ts'
import { PriorityBadge } from '../parts/ticket-badges.tsx'
import { opensTicket, type TicketOpener } from '../parts/ticket-opener.ts'
import { UnreadDot } from '../parts/unread-dot.tsx'
import { useTint } from '#platform/web/hooks/use-tint.ts'

interface TicketCardProps {
  ticket: Ticket
  isPending: boolean
  opener: TicketOpener
  onStatus(ticket: Ticket, status: BoardStatus): void
  /** The handle of the card. */
  grip?: ReactNode
}

/** A ticket on the board. It looks the same while it is dragged; what carries it shows that. */
export const TicketCard = memo(function TicketCard(props: TicketCardProps) {
  const { ticket, isPending, opener, onStatus, grip } = props
  const card = useRef<HTMLElement>(null)
  const titleId = useId()
  useTint(card, ticket.version, isPending)
  const { id, subject, customerName, productName, projectName, assignedTo } = ticket
  const number = shownNumber(ticket)
  const lines = [customerName, productName, projectName].filter(Boolean)
  return (
    <article ref={card} aria-labelledby={titleId} className="card flex flex-col gap-2 p-2.5 shadow-control">
      <header className="flex min-h-6 items-center gap-1">
        {grip}
        <span className="min-w-0 flex-1 truncate text-meta text-muted tabular-nums">{number}</span>
        <UnreadDot ticketId={id} />
        <PriorityBadge priority={ticket.priority} />
      </header>
      <a
        id={titleId}
        data-focus="title"
        draggable={false}
        className="line-clamp-3 rounded-control font-medium wrap-anywhere hover:underline"
        {...opensTicket(opener, id)}
      >
        {subject}
      </a>
      <div className="flex flex-col gap-0.5 text-meta font-normal text-muted">
        <p className="flex min-w-0 items-center gap-1.5 text-body text-fg">
          <ClientLogo ticket={ticket} />
          <span className="truncate">{clientName(ticket)}</span>
        </p>
        {lines.map((line, place) => (
          <p key={place} className="truncate">
            {line}
          </p>
        ))}
      </div>
      <footer className="flex items-center gap-1">
        <span className="flex flex-1">
          {assignedTo ? (
            <PersonAvatar person={assignedTo} />
          ) : (
            <span
              role="img"
              aria-label="Unassigned"
              className="grid size-6 place-items-center rounded-full border border-dashed border-control text-subtle"
            >
              <UserRound aria-hidden className="size-3.5!" />
            </span>
          )}
        </span>
        <CardButton label={`Edit ${number}`} onClick={() => opener.open(id, 'management')}>
          <SquarePen aria-hidden />
        </CardButton>
        <CardButton label={`View ${number}`} onClick={() => opener.open(id)}>
          <Eye aria-hidden />
        </CardButton>
        <RelativeTime
          at={ticket.updatedAt}
          label={(at) => ageLabel(at)}
          className="ms-1 text-meta whitespace-nowrap text-muted"
        />
      </footer>
      <StatusButtons ticket={ticket} number={number} onStatus={onStatus} />
    </article>
  )
})

interface CardButtonProps {
  label: string
  onClick(): void
  children: ReactNode
}

const CardButton = ({ label, onClick, children }: CardButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className="btn btn-ghost btn-icon btn-small"
    onClick={onClick}
  >
    {children}
  </button>
)

const current: Record<BoardStatus, string> = {
  open: 'bg-blue-bg text-blue-fg',
  progress: 'bg-amber-bg text-amber-fg',
  testing: 'bg-violet-bg text-violet-fg',
  resolved: 'bg-green-bg text-green-fg',
}

function StatusButtons({
  ticket,
  number,
  onStatus,
}: Pick<TicketCardProps, 'ticket' | 'onStatus'> & { number: string }) {
  return (
    <div className="@container -mx-1">
      <div
        role="group"
        aria-label={`Status of ${number}`}
        className="grid grid-cols-2 gap-1 @min-[244px]:flex @min-[244px]:gap-0.5"
      >
        {boardStatuses.map((status) => {
          const isCurrent = ticket.status === status
          return (
            <button
              key={status}
              type="button"
              disabled={isCurrent}
              aria-pressed={isCurrent}
              className={cn(
                'min-h-7 flex-auto rounded-control border px-1 text-meta whitespace-nowrap pointer-coarse:min-h-11',
                isCurrent
                  ? cn('cursor-default! border-transparent', current[status])
                  : 'border-border text-muted hover:bg-hover hover:text-fg',
              )}
              onClick={() => onStatus(ticket, status)}
            >
              {statusWords[status]}
            </button>
          )
        })}
      </div>
    </div>
  )
}
