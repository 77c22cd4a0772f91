import { TicketPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { canCreateForOthers } from '#features/tickets/policy.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'

function emptyHint(viewer: CurrentUser): string {
  if (isAdministrator(viewer)) return i18n.t('Add a client, or create the first ticket.')
  return canCreateForOthers(viewer)
    ? i18n.t('Create the first ticket, or wait until someone submits one.')
    : i18n.t('Tickets appear here as soon as someone submits one.')
}

interface NoTicketsProps {
  viewer: CurrentUser
  action: ReactNode
}

/** Says that the desk has no tickets yet. */
export const NoTickets = ({ viewer, action }: NoTicketsProps) => (
  <EmptyState
    icon={<TicketPlus aria-hidden />}
    title={i18n.t('No tickets yet')}
    hint={emptyHint(viewer)}
    action={action}
  />
)
