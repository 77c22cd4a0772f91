import { useRef } from 'react'
import { Labels } from '#features/labels/web/marks.tsx'
import { ageLabel } from '#features/tickets/web/parts/age-label.ts'
import { clientName, ClientLogo } from '#features/tickets/web/parts/client-logo.tsx'
import { ReasonLine } from '#features/ticket-search/web/found-reason.tsx'
import { PickButton } from '#features/tickets/web/parts/pick-button.tsx'
import { ReopenedMark } from '#features/tickets/web/parts/reopened-mark.tsx'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { PriorityBadge, StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { opensFromRow, opensTicket } from '#features/tickets/web/parts/ticket-opener.ts'
import { RowMark } from '#features/tickets/web/parts/row-marks.ts'
import { Waiting } from '#features/tickets/web/parts/waiting.tsx'
import type { ShownTicket } from '#features/tickets/web/pending.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { useTint } from '#platform/web/hooks/use-tint.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { Assignee, RowActions } from './row-actions.tsx'
import type { RowsProps } from './ticket-table.tsx'

interface TicketCardsProps extends RowsProps {
  label: string
  showsAssignee: boolean
  showsLabels: boolean
}

export function TicketCards({ rows, size, label, ...rest }: TicketCardsProps) {
  const { selection } = rest
  const tickets = rows?.map(({ ticket }) => ticket) ?? []
  return (
    <div aria-busy={!rows}>
      <Checkbox {...selection.boxOf(tickets)} className="mb-1 px-3 text-muted">
        {i18n.t('Select all on this page')}
      </Checkbox>
      <ul aria-label={label} className="flex flex-col gap-2">
        {rows
          ? rows.map((row) => <Card key={row.ticket.id} row={row} {...rest} />)
          : Array.from({ length: size }, (_, place) => <SkeletonCard key={place} />)}
      </ul>
    </div>
  )
}

type CardProps = Omit<TicketCardsProps, 'rows' | 'size' | 'label'> & { row: ShownTicket }

function Card({
  row: { ticket, isPending },
  gone,
  showsAssignee,
  showsLabels,
  selection,
  reasons,
  ...actions
}: CardProps) {
  const element = useRef<HTMLLIElement>(null)
  useTint(element, ticket.version, isPending)
  const { canEdit } = actions
  const { id, subject, status, priority, assignedTo, createdAt } = ticket
  const number = shownNumber(ticket)
  const isSelected = selection.has(id)
  return (
    <li
      ref={element}
      data-ticket-id={id}
      data-selected={isSelected || undefined}
      className={cn('card cursor-pointer p-3 data-selected:bg-selected', gone.has(id) && '*:opacity-45')}
      {...opensFromRow(actions.opener, id)}
    >
      <div className="flex items-center gap-3">
        <Checkbox
          aria-label={i18n.t('Select {number}', { number })}
          checked={isSelected}
          onChange={(event) => selection.set([ticket], event.target.checked)}
        />
        <span className="flex-1 text-muted tabular-nums">{number}</span>
        <ReopenedMark ticket={ticket} />
        <Waiting ticket={ticket} isForClient={!canEdit} />
        <RowMark ticketId={id} />
        <PickButton field="status" {...{ ticket, canEdit }}>
          <StatusBadge status={status} />
        </PickButton>
      </div>
      <a dir="auto" className="mt-2 block font-medium wrap-anywhere" {...opensTicket(actions.opener, id)}>
        {subject}
      </a>
      <ReasonLine reason={reasons?.[id]} />
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <span className="flex min-w-0 items-center gap-1.5">
          <ClientLogo ticket={ticket} />
          <span className="truncate">{clientName(ticket)}</span>
        </span>
        {showsAssignee && <Assignee person={assignedTo} />}
        {showsLabels && <Labels ticket={ticket} />}
      </div>
      <div className="-mb-1.5 flex items-center gap-2 text-muted">
        <PickButton field="priority" {...{ ticket, canEdit }}>
          <PriorityBadge priority={priority} isPlain />
        </PickButton>
        <span aria-hidden>·</span>
        <RelativeTime at={createdAt} label={(at) => ageLabel(at)} className="flex-1 whitespace-nowrap" />
        <RowActions ticket={ticket} {...actions} />
      </div>
    </li>
  )
}

const SkeletonCard = () => (
  <li aria-hidden className="card after-150ms flex h-36 flex-col justify-around p-3">
    <Skeleton className="w-24" />
    <Skeleton className="w-4/5" />
    <Skeleton className="w-2/5" />
  </li>
)
