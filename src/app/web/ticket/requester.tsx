import type { TicketDetail } from '#features/conversation/contract.ts'
import { Supplier } from '#features/suppliers/web/supplier.tsx'
import { Participants } from '#features/participants/web/participants.tsx'
import { RequesterCard } from '#features/requester/web/requester-card.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { useListLink } from '../list-link.ts'
import { useOpener } from './use-opener.ts'

interface RequesterProps {
  ticket: TicketDetail
  viewer: CurrentUser
  isLeaving: boolean
}

export function Requester({ ticket, viewer, isLeaving }: RequesterProps) {
  const opener = useOpener()
  const linkTo = useListLink()
  return (
    <RequesterCard
      ticketId={ticket.id}
      viewer={viewer}
      opener={opener}
      linkTo={linkTo}
      canFilterClients={isDesk(viewer)}
      isLeaving={isLeaving}
    >
      <Participants ticket={ticket} viewerId={viewer.id} className="mt-3 border-t border-border pt-3" />
      {!isLeaving && <Supplier ticket={ticket} viewer={viewer} />}
    </RequesterCard>
  )
}
