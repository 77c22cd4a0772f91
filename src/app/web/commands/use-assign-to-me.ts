import { useQueryClient } from '@tanstack/react-query'
import type { TicketDetail } from '#features/tickets/contract.ts'
import { canAssign } from '#features/tickets/policy.ts'
import { ticketDetail } from '#features/tickets/web/api.ts'
import { useChangeTicket } from '#features/tickets/web/change/use-change-ticket.ts'
import { useOpenTicket } from '../search-params.ts'
import { useViewer } from '../session/session.tsx'

/** The open ticket, as far as it is loaded. */
export function useShownTicket(): () => TicketDetail | undefined {
  const queryClient = useQueryClient()
  const { openId } = useOpenTicket()
  return () => (openId ? queryClient.getQueryData(ticketDetail(openId).queryKey) : undefined)
}

/** Gives the open ticket to the viewer. @returns whether there was anything to give */
export function useAssignToMe(): () => boolean {
  const viewer = useViewer()
  const shown = useShownTicket()
  const change = useChangeTicket()
  return () => {
    const ticket = shown()
    if (!ticket || !canAssign(viewer) || ticket.assignedToId === viewer.id) return false
    const { id, firstName, lastName, profileImageUrl } = viewer
    void change(ticket, 'assignedToId', id, { id, firstName, lastName, profileImageUrl })
    return true
  }
}
