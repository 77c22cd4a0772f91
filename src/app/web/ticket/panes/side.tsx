import type { TicketDetail } from '#features/conversation/contract.ts'
import { TicketDetails } from '#features/conversation/web/detail/ticket-details.tsx'
import { TicketManagement } from '#features/conversation/web/detail/ticket-management.tsx'
import { ParticipantsCard } from '#features/participants/web/participants.tsx'
import { canChange } from '#features/tickets/policy.ts'
import type { useTicketChanges } from '#features/tickets/web/change/use-ticket-changes.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { fetchAhead, lazyPart } from '#platform/web/lazy-parts.ts'
import { lazyExtra, PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { useOpener } from '../use-opener.ts'

const TicketHistory = lazyExtra(
  () => import('#features/conversation/web/detail/ticket-history.tsx'),
  'TicketHistory',
)
const Share = lazyExtra(() => import('#features/sharing/web/share.tsx'), 'Share')
const Requester = lazyPart(() => import('../requester.tsx'), 'Requester')
fetchAhead(Requester, Share)

interface TicketSideProps {
  ticket: TicketDetail
  viewer: CurrentUser
  changes: ReturnType<typeof useTicketChanges>
  onHandOver(): void
  /** The management of the ticket was asked for. */
  isTarget: boolean
  isLeaving: boolean
  /** It stands beside the conversation. */
  isWide: boolean
}

/** Cards about a ticket: its management, its people, its fields and its history. */
export function TicketSide(props: TicketSideProps) {
  const { ticket, viewer, changes, onHandOver, isTarget, isLeaving, isWide } = props
  const hasHistory = !useMedia('(width >= 64rem)') || !isWide
  const opener = useOpener()
  const { ticketNumber, subject, status } = ticket
  return (
    <>
      {canChange(viewer) ? (
        <>
          <TicketManagement
            ticket={ticket}
            viewer={viewer}
            changes={changes}
            onHandOver={onHandOver}
            isTarget={isTarget}
          />
          <PartBoundary
            what={i18n.t('The requester')}
            note="inline"
            fallback={<div className="card h-72 flex-none" />}
          >
            <Requester ticket={ticket} viewer={viewer} isLeaving={isLeaving} />
          </PartBoundary>
        </>
      ) : (
        <ParticipantsCard ticket={ticket} viewerId={viewer.id} />
      )}
      <TicketDetails ticket={ticket} opener={opener} viewer={viewer} changes={changes} isTarget={isTarget} />
      {hasHistory && <TicketHistory ticketId={ticket.id} isLeaving={isLeaving} />}
      {ticketNumber && <Share ticket={{ ticketNumber, subject, status }} />}
    </>
  )
}
