import { FoundReason } from '#features/ticket-search/web/found-reason.tsx'
import { MarkedText } from '#features/ticket-search/web/marked-text.tsx'
import { StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import type { TicketHit } from '../contract.ts'

export function TicketHitRow({ hit }: { hit: TicketHit }) {
  const { ticketNumber, subject, status, clientName, also } = hit
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="flex-none text-muted tabular-nums">
            <MarkedText {...ticketNumber} />
          </span>
          <span dir="auto" className="truncate">
            <MarkedText {...subject} />
          </span>
        </span>
        <span className="block truncate text-meta font-normal text-muted">
          {also ? <FoundReason reason={also} /> : <bdi>{clientName}</bdi>}
        </span>
      </span>
      <span className="flex-none">
        <StatusBadge status={status} />
      </span>
    </>
  )
}
