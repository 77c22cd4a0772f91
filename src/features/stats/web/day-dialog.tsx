import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { PriorityBadge, StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { writtenCalendarWeekday } from '#platform/web/written.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import type { DayDetail } from '../contract.ts'
import { statsOfDay } from './api.ts'
import { Loaded } from './panel.tsx'

interface DayDialogProps {
  /** Such as 2026-07-05; absent: closed. */
  day: string | undefined
  opener: TicketOpener
  onClose(): void
}

export function DayDialog({ day, opener, onClose }: DayDialogProps) {
  return (
    <Dialog open={day !== undefined} onOpenChange={onClose}>
      {day !== undefined && (
        <DialogContent
          title={writtenCalendarWeekday(day)}
          description={i18n.t('Tickets created and resolved on this day')}
        >
          <DayTickets day={day} opener={opener} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function DayTickets({ day, opener }: { day: string; opener: TicketOpener }) {
  const query = useQuery(statsOfDay(day))
  return (
    <Loaded
      query={query}
      failed={i18n.t('The tickets of this day could not be loaded.')}
      loading={<LoadingRows label={i18n.t('Loading tickets...')} rows={4} />}
    >
      {({ created, resolved }) => (
        <div className="flex flex-col gap-5">
          <Group title={i18n.t('Created')} found={created} opener={opener} />
          <Group title={i18n.t('Resolved')} found={resolved} opener={opener} />
        </div>
      )}
    </Loaded>
  )
}

interface GroupProps {
  title: string
  found: DayDetail['created']
  opener: TicketOpener
}

const Group = ({ title, found: { total, tickets }, opener }: GroupProps) => (
  <section aria-label={title}>
    <h3 className="mb-1 text-section">
      {title} <span className="font-normal text-muted tabular-nums">{total}</span>
    </h3>
    {total === 0 && <p className="text-muted">{i18n.t('None')}</p>}
    <ul className="flex flex-col divide-y divide-border">
      {tickets.map(({ id, ticketNumber, subject, status, priority }) => (
        <li key={id} className="flex items-center gap-3 py-1.5">
          <span className="min-w-0 flex-1">
            <a
              dir="auto"
              className="block truncate rounded-control py-0.5 font-medium hover:underline"
              title={subject}
              {...opensTicket(opener, id)}
            >
              {subject}
            </a>
            <span className="text-meta font-normal text-muted tabular-nums">{ticketNumber}</span>
          </span>
          <StatusBadge status={status} />
          <span className="w-20 flex-none max-sm:hidden">
            <PriorityBadge priority={priority} isPlain />
          </span>
        </li>
      ))}
    </ul>
    {tickets.length < total && (
      <p className="pt-2 text-muted">
        {i18n.t('The first {count} of {total} are shown.', { count: tickets.length, total })}
      </p>
    )}
  </section>
)
