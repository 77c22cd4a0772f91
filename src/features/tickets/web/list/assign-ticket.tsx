import { UserRoundPlus } from 'lucide-react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AssignPopover } from '../parts/assign-picker.tsx'
import type { AssignButtonProps } from './row-actions.tsx'
import { shownNumber } from '../parts/shown-number.ts'
import { useChangeTicket } from '../change/use-change-ticket.ts'

/** The button that gives a ticket to somebody. */
export function AssignTicket({ ticket, onOpenChange }: AssignButtonProps) {
  const change = useChangeTicket()
  return (
    <AssignPopover
      value={ticket.assignedTo}
      onPick={(assignee) => void change(ticket, 'assignedToId', assignee?.id ?? null, assignee)}
      onOpenChange={onOpenChange}
      align="end"
    >
      <IconButton label={`Assign ${shownNumber(ticket)}`} size="small">
        <UserRoundPlus aria-hidden />
      </IconButton>
    </AssignPopover>
  )
}
