import { useQueryClient } from '@tanstack/react-query'
import { Hourglass, SignalHigh, SquareCheck } from 'lucide-react'
import {
  priorities,
  priorityWords,
  statusWords,
  statuses,
  turns,
  turnWords,
  type Ticket,
} from '#features/tickets/contract.ts'
import { canAssign, canChange } from '#features/tickets/policy.ts'
import { assignToMe, copyLink, printTicket, resolveTicket } from '#features/tickets/web/actions.ts'
import { useChangeTicket } from '#features/tickets/web/change/use-change-ticket.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { ticketLink } from '#features/tickets/web/parts/ticket-opener.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions, type OfferedAction } from '#platform/web/actions/actions.ts'
import { toastFailure, toastNote } from '#platform/web/ui/overlay/toast-store.ts'
import { printPage } from './print-page.ts'

type Change = ReturnType<typeof useChangeTicket>

async function copyLinkTo({ ticketNumber }: Ticket) {
  try {
    await navigator.clipboard.writeText(ticketLink(ticketNumber))
    toastNote(i18n.t('Link copied.'))
  } catch {
    toastFailure(i18n.t('The link could not be copied.'))
  }
}

function assigning(ticket: Ticket, viewer: CurrentUser, change: Change): OfferedAction[] {
  const { id, firstName, lastName, profileImageUrl } = viewer
  if (!canAssign(viewer) || ticket.assignedToId === id) return []
  const person = { id, firstName, lastName, profileImageUrl }
  return [{ ...assignToMe, run: () => void change(ticket, 'assignedToId', id, person) }]
}

const settingStatus = (ticket: Ticket, change: Change): OfferedAction[] =>
  statuses
    .filter((status) => status !== ticket.status)
    .map((status) => ({
      id: `set-status-${status}`,
      label: i18n.t('Set status to {status}', { status: statusWords[status] }),
      icon: SquareCheck,
      run: () => void change(ticket, 'status', status),
    }))

const settingPriority = (ticket: Ticket, change: Change): OfferedAction[] =>
  priorities
    .filter((priority) => priority !== ticket.priority)
    .map((priority) => ({
      id: `set-priority-${priority}`,
      label: i18n.t('Set priority to {priority}', { priority: priorityWords[priority] }),
      icon: SignalHigh,
      isRare: true,
      run: () => void change(ticket, 'priority', priority),
    }))

const settingTurn = (ticket: Ticket, change: Change): OfferedAction[] =>
  turns
    .filter((turn) => turn !== ticket.turn)
    .map((turn) => ({
      id: `set-turn-${turn}`,
      label: turnWords[turn],
      icon: Hourglass,
      words: i18n.t('turn'),
      run: () => void change(ticket, 'turn', turn),
    }))

/** Offers what keys and the palette do with a ticket. @param ticket as its row has it, until it is loaded */
export function useTicketActions(ticket: Ticket | undefined, viewer: CurrentUser): void {
  const change = useChangeTicket()
  const client = useQueryClient()
  const actions: OfferedAction[] = ticket
    ? [
        ...assigning(ticket, viewer, change),
        ...(canChange(viewer)
          ? [
              ...(ticket.status === 'resolved'
                ? []
                : [{ ...resolveTicket, run: () => void change(ticket, 'status', 'resolved') }]),
              ...settingStatus(ticket, change),
              ...settingTurn(ticket, change),
              ...settingPriority(ticket, change),
            ]
          : []),
        { ...printTicket, run: () => void printPage(client, ticket.id) },
        { ...copyLink, run: () => void copyLinkTo(ticket) },
      ]
    : []
  useActions(actions.map((action) => ({ ...action, heading: ticket && shownNumber(ticket) })))
}
