import { RequesterCard } from '#features/requester/web/requester-card.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { useListLink } from '../list-link.ts'
import { useOpener } from './use-opener.ts'

interface RequesterProps {
  ticketId: string
  viewer: CurrentUser
  isLeaving: boolean
}

export function Requester({ viewer, ...rest }: RequesterProps) {
  const opener = useOpener()
  const linkTo = useListLink()
  return <RequesterCard opener={opener} linkTo={linkTo} canFilterClients={isDesk(viewer)} {...rest} />
}
