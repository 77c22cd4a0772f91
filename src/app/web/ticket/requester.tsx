import { useMemo } from 'react'
import { RequesterCard } from '#features/requester/web/requester-card.tsx'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { stringifySearch, useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useListLink } from '../list-link.ts'
import { useOpenTicket } from './open-ticket.ts'

interface RequesterProps {
  ticketId: string
  viewer: CurrentUser
  isLeaving: boolean
}

export function Requester({ viewer, ...rest }: RequesterProps) {
  const [params] = useSearchParams()
  const { open } = useOpenTicket()
  const linkTo = useListLink()
  const opener = useMemo<TicketOpener>(
    () => ({ open, href: (id) => stringifySearch({ ...params, ticket: id }) }),
    [open, params],
  )
  return <RequesterCard opener={opener} linkTo={linkTo} canFilterClients={isDesk(viewer)} {...rest} />
}
