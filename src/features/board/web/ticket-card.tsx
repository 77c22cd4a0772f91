import { Eye, SquarePen, UserRound } from 'lucide-react'
import { Fragment, memo, useId, useRef, type ReactNode } from 'react'
import { Labels } from '#features/labels/web/marks.tsx'
import { boardStatuses, statusWords, type Ticket } from '#features/tickets/contract.ts'
import { ageLabel } from '#features/tickets/web/parts/age-label.ts'
import { clientName, ClientLogo } from '#features/tickets/web/parts/client-logo.tsx'
import { PickButton } from '#features/tickets/web/parts/pick-button.tsx'
import { ReopenedMark } from '#features/tickets/web/parts/reopened-mark.tsx'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { PriorityBadge, StatusIcon } from '#features/tickets/web/parts/ticket-badges.tsx'
import { opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { Waiting } from '#features/tickets/web/parts/waiting.tsx'
import { RowMark } from '#features/tickets/web/parts/row-marks.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { useTint } from '#platform/web/hooks/use-tint.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import type { BoardStatus } from './board-columns.ts'

interface TicketCardProps {
  ticket: Ticket
  isPending: boolean
  opener: TicketOpener
  onStatus(ticket: Ticket, status: BoardStatus): void
  grip?: ReactNode
}

/** Looks the same while dragged; only the drag overlay differs. */
export const TicketCard = memo(function TicketCard(props: TicketCardProps) {
  const { ticket, isPending, opener, onStatus, grip } = props
  const card = useRef<HTMLElement>(null)
  const titleId = useId()
  useTint(card, ticket.version, isPending)
  const { id, subject, customerName, productName, projectName, assignedTo } = ticket
  const number = shownNumber(ticket)
  const client = clientName(ticket)
  const about = [productName, projectName].filter(Boolean)
  return (
    <article
      ref={card}
      aria-labelledby={titleId}
      className="card @container flex flex-col gap-0.5 p-1.5 shadow-control"
    >
      <header className="flex min-h-6 items-center gap-0.5">
        {grip}
        <span className="min-w-0 flex-1 truncate text-meta text-muted tabular-nums">{number}</span>
        <ReopenedMark ticket={ticket} />
        <Waiting ticket={ticket} />
        <RowMark ticketId={id} />
        <PickButton field="priority" ticket={ticket} canEdit tabIndex={-1}>
          <PriorityBadge priority={ticket.priority} />
        </PickButton>
      </header>
      <a
        id={titleId}
        dir="auto"
        data-focus="title"
        draggable={false}
        className="line-clamp-2 rounded-control font-medium wrap-anywhere hover:underline"
        {...opensTicket(opener, id)}
      >
        {subject}
      </a>
      <p className="flex min-w-0 items-center gap-1.5">
        <ClientLogo ticket={ticket} />
        <span className="truncate" title={client}>
          {client}
        </span>
        <RelativeTime
          at={ticket.updatedAt}
          label={(at) => ageLabel(at)}
          className="ms-auto text-meta whitespace-nowrap text-muted"
        />
      </p>
      {customerName && customerName !== client && (
        <p className="truncate text-meta font-normal text-muted">{customerName}</p>
      )}
      {about.length > 0 && (
        <p className="flex min-w-0 gap-1 text-meta font-normal text-muted">
          {about.map((one, place) => (
            <Fragment key={place}>
              {place > 0 && <span aria-hidden>·</span>}
              <span className="truncate" title={one ?? undefined}>
                {one}
              </span>
            </Fragment>
          ))}
        </p>
      )}
      <Labels ticket={ticket} />
      <footer className="flex min-h-7 flex-wrap items-center gap-x-0.5 gap-y-1">
        {assignedTo ? (
          <PersonAvatar person={assignedTo} />
        ) : (
          <span
            role="img"
            aria-label={i18n.t('Unassigned')}
            className="grid size-6 place-items-center rounded-full border border-dashed border-control text-subtle"
          >
            <UserRound aria-hidden className="size-3.5!" />
          </span>
        )}
        <StatusButtons ticket={ticket} number={number} onStatus={onStatus} />
        <span className="ms-auto -me-1 flex items-center">
          <CardButton
            label={i18n.t('Edit {number}', { number })}
            onClick={() => opener.open(id, 'management')}
          >
            <SquarePen aria-hidden />
          </CardButton>
          <CardButton label={i18n.t('View {number}', { number })} onClick={() => opener.open(id)}>
            <Eye aria-hidden />
          </CardButton>
        </span>
      </footer>
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
    tabIndex={-1}
    aria-label={label}
    title={label}
    className="btn btn-ghost btn-icon btn-small pointer-fine:size-6!"
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
    <div
      role="group"
      data-pick="status"
      aria-label={i18n.t('Status of {number}', { number })}
      className="flex gap-0.5 pointer-coarse:order-last pointer-coarse:basis-full @max-[244px]:pointer-coarse:grid @max-[244px]:pointer-coarse:grid-cols-2"
    >
      {boardStatuses.map((status) => {
        const isCurrent = ticket.status === status
        return (
          <button
            key={status}
            type="button"
            tabIndex={-1}
            disabled={isCurrent}
            aria-pressed={isCurrent}
            title={statusWords[status]}
            className={cn(
              'grid min-h-7 min-w-7 place-items-center rounded-control border px-1 text-meta whitespace-nowrap pointer-coarse:min-h-11 pointer-coarse:flex-auto',
              isCurrent
                ? cn('cursor-default! border-transparent', current[status])
                : 'border-border text-muted hover:bg-hover hover:text-fg',
            )}
            onClick={() => onStatus(ticket, status)}
          >
            <span className="contents @min-[336px]:hidden pointer-coarse:hidden">
              <StatusIcon status={status} />
            </span>
            <span className="sr-only @min-[336px]:not-sr-only pointer-coarse:not-sr-only">
              {statusWords[status]}
            </span>
          </button>
        )
      })}
    </div>
  )
}
