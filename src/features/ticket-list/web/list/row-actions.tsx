import { Eye, SquarePen } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Ticket } from '#features/tickets/contract.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import type { Person } from '#features/users/contract.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'

export interface AssignButtonProps {
  ticket: Ticket
}

export interface RowActionsProps {
  ticket: Ticket
  opener: TicketOpener
  canEdit: boolean
  AssignButton?: ComponentType<AssignButtonProps> | undefined
}

export function RowActions({ ticket, opener, canEdit, AssignButton }: RowActionsProps) {
  const { id } = ticket
  const number = shownNumber(ticket)
  return (
    <div className="flex justify-end gap-0.5 pointer-fine:in-[tr]:opacity-0 in-[tr:focus-within]:opacity-100! in-[tr:hover]:opacity-100!">
      <IconButton label={i18n.t('View {number}', { number })} size="small" onClick={() => opener.open(id)}>
        <Eye aria-hidden />
      </IconButton>
      {canEdit && (
        <IconButton
          label={i18n.t('Edit {number}', { number })}
          size="small"
          onClick={() => opener.open(id, 'management')}
        >
          <SquarePen aria-hidden />
        </IconButton>
      )}
      {AssignButton && <AssignButton ticket={ticket} />}
    </div>
  )
}

export function Assignee({ person }: { person: Person | null }) {
  if (!person) return <span className="text-subtle">{i18n.t('Unassigned')}</span>
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PersonAvatar person={person} size={20} decorative />
      <span className="truncate">{nameOf(person)}</span>
    </span>
  )
}
