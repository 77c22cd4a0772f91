import { useState } from 'react'
import type { Person } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Popover, PopoverAnchor, PopoverContent } from '#platform/web/ui/overlay/popover.tsx'
import { isFocusLost, rememberFocus } from '#platform/web/ui/overlay/return-focus.ts'
import { priorities, statusWords, statuses, type Ticket } from '../../contract.ts'
import { choosePriority, chooseStatus } from '../actions.ts'
import { useChangeTicket } from '../change/use-change-ticket.ts'
import { AssignChoices } from './assign-choices.tsx'
import { PickMenu } from './pick-menu.tsx'
import {
  stopPicking,
  usePicking,
  type LabelPicking,
  type PickField,
  type Picking,
  type PickOf,
} from './picking.ts'
import { PriorityBadge, StatusIcon } from './ticket-badges.tsx'

export function Picker() {
  const picking = usePicking()
  const [last, setLast] = useState({ picking, count: 0 })
  if (last.picking !== picking) setLast({ picking, count: last.count + 1 })
  if (!picking || picking.field === 'labelIds') return null
  return <OpenList key={last.count} picking={picking} />
}

/** A card that changes its column is remounted. */
const titleOf = ({ id }: Ticket) =>
  document.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(id)}"] [data-focus=title]`)

function OpenList({ picking }: { picking: Exclude<Picking, LabelPicking> }) {
  const { anchor, ticket } = picking
  const change = useChangeTicket()
  const [opener] = useState(() => document.activeElement)
  const [returnFocus] = useState(rememberFocus)

  function giveBack() {
    const title = ticket && !opener?.isConnected && titleOf(ticket)
    if (title && isFocusLost()) title.focus()
    else returnFocus()
  }
  function pick<F extends PickField>(
    { field, ticket: seen, onPick }: PickOf<F>,
    value: Ticket[F],
    assignee: Person | null = null,
  ) {
    if (seen?.[field] === value) return
    if (onPick) onPick(value, assignee)
    else if (seen) void change(seen, field, value, assignee)
  }
  const shared = { anchor, onClose: stopPicking, onClosed: giveBack }
  if (picking.field === 'status')
    return (
      <PickMenu
        {...shared}
        label={chooseStatus.label}
        values={statuses}
        value={ticket?.status}
        onPick={(status) => pick(picking, status)}
      >
        {(status) => (
          <>
            <StatusIcon status={status} />
            {statusWords[status]}
          </>
        )}
      </PickMenu>
    )
  if (picking.field === 'priority')
    return (
      <PickMenu
        {...shared}
        label={choosePriority.label}
        values={priorities}
        value={ticket?.priority}
        onPick={(priority) => pick(picking, priority)}
      >
        {(priority) => <PriorityBadge priority={priority} isPlain />}
      </PickMenu>
    )
  return (
    <Popover open onOpenChange={stopPicking}>
      <PopoverAnchor virtualRef={{ current: anchor }} />
      <PopoverContent
        label={i18n.t('Assign To')}
        className="w-64 p-0!"
        onInteractOutside={(event) => {
          // The trigger closes it by itself.
          if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          giveBack()
        }}
      >
        <AssignChoices
          value={ticket?.assignedTo}
          onPick={(person) => {
            stopPicking()
            pick(picking, person?.id ?? null, person)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
