import { Lock } from 'lucide-react'
import { StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { i18n, words } from '#platform/contract/i18n.ts'
import type { FoundIn, TicketHit } from '../contract.ts'
import { MarkedText } from './marked-text.tsx'

const placeWords: Record<FoundIn, string> = words({
  description: () => i18n.t('Description'),
  comment: () => i18n.t('Comment'),
  client: () => i18n.t('Client'),
  customer: () => i18n.t('Customer'),
  product: () => i18n.t('Product'),
  project: () => i18n.t('Project'),
  person: () => i18n.t('Person'),
})

export function TicketHitRow({ hit }: { hit: TicketHit }) {
  const { ticketNumber, subject, status, clientName, also } = hit
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="flex-none text-muted tabular-nums">
            <MarkedText {...ticketNumber} />
          </span>
          <span className="truncate">
            <MarkedText {...subject} />
          </span>
        </span>
        <span className="block truncate text-meta font-normal text-muted">
          {also ? (
            <>
              {also.isInternal && <Lock aria-hidden className="me-1 inline size-3! text-amber-fg" />}
              {also.isInternal ? i18n.t('Internal comment') : placeWords[also.in]}:{' '}
              <MarkedText {...also.part} />
            </>
          ) : (
            clientName
          )}
        </span>
      </span>
      <span className="flex-none">
        <StatusBadge status={status} />
      </span>
    </>
  )
}
