import { UserRoundPlus } from 'lucide-react'
import { startPicking } from '#features/tickets/web/parts/picking.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { AssignButtonProps } from './row-actions.tsx'

export const AssignTicket = ({ ticket }: AssignButtonProps) => (
  <IconButton
    label={i18n.t('Assign {number}', { number: shownNumber(ticket) })}
    size="small"
    data-pick="assignedToId"
    aria-haspopup="dialog"
    onClick={({ currentTarget }) => startPicking({ field: 'assignedToId', ticket, anchor: currentTarget })}
  >
    <UserRoundPlus aria-hidden />
  </IconButton>
)
