import { NewTicketDialog } from '#features/conversation/web/new/new-ticket-dialog.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { useOpenTicket } from './ticket/open-ticket.ts'

const SimilarTickets = lazyExtra(() => import('#features/search/web/similar-tickets.tsx'), 'SimilarTickets')

interface NewTicketProps {
  viewer: CurrentUser
  open: boolean
  onOpenChange(open: boolean): void
}

export function NewTicket(props: NewTicketProps) {
  const ticket = useOpenTicket()
  return <NewTicketDialog {...props} Similar={SimilarTickets} onOpenTicket={({ id }) => ticket.open(id)} />
}
