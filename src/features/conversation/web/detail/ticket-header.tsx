import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { Labels } from '#features/labels/web/marks.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import type { Ticket } from '#features/tickets/contract.ts'
import { canChange } from '#features/tickets/policy.ts'
import { ageLabel } from '#features/tickets/web/parts/age-label.ts'
import { clientName } from '#features/tickets/web/parts/client-logo.tsx'
import { ReopenedMark } from '#features/tickets/web/parts/reopened-mark.tsx'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { PriorityBadge, StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { Turn } from '#features/tickets/web/parts/turn.tsx'
import { editSubject } from './edit-facts.ts'

interface TicketTitleProps {
  ticket: Ticket
  /** Staff edit the subject by a click on it; absent: it is only read. */
  viewer?: Pick<Viewer, 'role'>
}

export const TicketTitle = ({ ticket, viewer }: TicketTitleProps) => (
  <>
    <span className="me-1 font-medium whitespace-nowrap text-muted tabular-nums">{shownNumber(ticket)}</span>{' '}
    {viewer && canChange(viewer) ? (
      <button
        type="button"
        dir="auto"
        title={i18n.t('Edit the subject')}
        className="text-start wrap-anywhere hover:underline"
        onClick={editSubject}
      >
        {ticket.subject}
      </button>
    ) : (
      <span dir="auto" className="wrap-anywhere">
        {ticket.subject}
      </span>
    )}
  </>
)

export function TicketSummary({ ticket, viewer }: { ticket: Ticket; viewer: Pick<Viewer, 'role'> }) {
  const { assignedTo, status, priority, createdAt } = ticket
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="flex min-w-0 items-center gap-1.5 text-muted">
        <span className="truncate">{clientName(ticket)}</span>
        <span aria-hidden>·</span>
        <RelativeTime at={createdAt} label={(at) => ageLabel(at)} className="whitespace-nowrap" />
      </p>
      <span className="flex flex-wrap items-center gap-1.5">
        <StatusBadge status={status} />
        <ReopenedMark ticket={ticket} />
        <PriorityBadge priority={priority} />
        {assignedTo ? (
          <span className="inline-flex min-w-0 items-center gap-1.5 text-muted">
            <PersonAvatar person={assignedTo} size={20} decorative />
            <span className="truncate">
              <span className="sr-only">{i18n.t('Assigned to')} </span>
              {nameOf(assignedTo)}
            </span>
          </span>
        ) : (
          <Badge>{i18n.t('Unassigned')}</Badge>
        )}
        <Turn ticket={ticket} isForClient={isClient(viewer)} />
      </span>
      <Labels ticket={ticket} />
    </div>
  )
}

interface TicketChipsProps {
  ref: Ref<HTMLButtonElement>
  ticket: Ticket
  /** Id of the facts that the button shows. */
  controls: string
  isOpen: boolean
  onToggle(): void
}

/** Shows the state of a ticket where there is no room for its facts, and opens them. */
export const TicketChips = ({ ref, ticket, controls, isOpen, onToggle }: TicketChipsProps) => (
  <button
    ref={ref}
    type="button"
    className="ticket-chips no-print"
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
  >
    <span className="sr-only">{i18n.t('Details')}: </span>
    <StateChips ticket={ticket} />
    <ChevronDown aria-hidden className="text-subtle" />
  </button>
)

/** Shows status, priority and assignee in one line. */
export function StateChips({ ticket }: { ticket: Ticket }) {
  const { assignedTo, status, priority } = ticket
  return (
    <>
      <StatusBadge status={status} />
      <PriorityBadge priority={priority} />
      <ReopenedMark ticket={ticket} />
      {assignedTo ? (
        <span title={nameOf(assignedTo)} className="flex-none">
          <span className="sr-only">
            {i18n.t('Assigned to')} {nameOf(assignedTo)}
          </span>
          <PersonAvatar person={assignedTo} size={20} decorative />
        </span>
      ) : (
        <Badge>{i18n.t('Unassigned')}</Badge>
      )}
    </>
  )
}
