import { useEffect } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { canLabel } from '#features/labels/policy.ts'
import { labelRow } from '#features/labels/web/actions.ts'
import { useActions, type OfferedAction } from '#platform/web/actions/actions.ts'
import { canAssign, canChange } from '#features/tickets/policy.ts'
import {
  assignRow,
  assignRowToMe,
  nextRow,
  previousRow,
  resolveRow,
  rowAbove,
  rowBelow,
  selectPage,
  selectRange,
  setPriority,
  setStatus,
  toggleRow,
} from '#features/tickets/web/actions.ts'
import { useChangeTicket } from '#features/tickets/web/change/use-change-ticket.ts'
import { startPicking, type PickField } from '#features/tickets/web/parts/picking.ts'
import {
  currentRow,
  focusedRow,
  idOf,
  keepFocus,
  listRows,
  move,
  moveByArrow,
  openerOf,
} from './list-focus.ts'
import { shownLists } from './shown-list.ts'

/** Last toggled ticket: the anchor of a range. */
let anchorId: string | undefined

function findPlace() {
  const list = shownLists.get()[0]?.current
  const row = currentRow(listRows())
  if (!list?.selection || !list.tickets || !row) return undefined
  const { selection, tickets } = list
  const at = tickets.findIndex(({ id }) => id === idOf(row))
  return at < 0 ? undefined : { selection, tickets, at }
}

function toggle(): boolean {
  const place = findPlace()
  const ticket = place?.tickets[place.at]
  if (!place || !ticket) return false
  anchorId = ticket.id
  place.selection.set([ticket], !place.selection.has(ticket.id))
  return true
}

function selectUpTo(): boolean {
  const place = findPlace()
  if (!place) return false
  const { selection, tickets, at } = place
  const anchor = tickets.findIndex(({ id }) => id === anchorId)
  const from = anchor < 0 ? at : anchor
  selection.set(tickets.slice(Math.min(from, at), Math.max(from, at) + 1), true)
  return true
}

function selectAll(): boolean {
  const { selection, tickets = [] } = shownLists.get()[0]?.current ?? {}
  if (!selection || tickets.length === 0) return false
  selection.set(tickets, true)
  return true
}

const keys: readonly OfferedAction[] = [
  { ...nextRow, run: () => move(1) },
  { ...previousRow, run: () => move(-1) },
  { ...rowBelow, run: () => moveByArrow(1) },
  { ...rowAbove, run: () => moveByArrow(-1) },
  { ...toggleRow, run: toggle },
  { ...selectRange, run: selectUpTo },
  { ...selectPage, run: selectAll },
]
const none: readonly OfferedAction[] = []

/** Finds the focused ticket; none while tickets are selected, as keys then act on those. */
function findTicket() {
  const list = shownLists.get()[0]?.current
  const row = focusedRow()
  if (!list || !row || list.selection?.tickets.length) return undefined
  const ticket = list.tickets?.find(({ id }) => id === idOf(row))
  return ticket && { ticket, row, list }
}

/** Opens beside the value in its row, or else beside the focused element. */
function startPickingIn(field: PickField): boolean {
  const found = findTicket()
  if (!found) return false
  const { ticket, row, list } = found
  const anchor = row.querySelector<HTMLElement>(`[data-pick=${field}]`) ?? openerOf(row) ?? row
  const { onStatus } = list
  if (field === 'status' && onStatus)
    startPicking({ field, ticket, anchor, onPick: (status) => onStatus(ticket, status) })
  else startPicking({ field, ticket, anchor })
  return true
}

function startLabelling(): boolean {
  const found = findTicket()
  if (!found) return false
  const { ticket, row } = found
  startPicking({ field: 'labelIds', tickets: [ticket], anchor: openerOf(row) ?? row })
  return true
}

type Change = ReturnType<typeof useChangeTicket>

function changesFor(viewer: CurrentUser, change: Change) {
  function takeOver(): boolean {
    const ticket = findTicket()?.ticket
    if (!ticket) return false
    const { id, firstName, lastName, profileImageUrl } = viewer
    if (ticket.assignedToId !== id)
      void change(ticket, 'assignedToId', id, { id, firstName, lastName, profileImageUrl })
    return true
  }
  function resolve(): boolean {
    const found = findTicket()
    if (!found || found.ticket.status === 'resolved') return false
    const { ticket, list } = found
    if (list.onStatus) list.onStatus(ticket, 'resolved')
    else void change(ticket, 'status', 'resolved')
    return true
  }
  const changes: OfferedAction[] = []
  if (canChange(viewer))
    changes.push(
      { ...setStatus, run: () => startPickingIn('status') },
      { ...setPriority, run: () => startPickingIn('priority') },
      { ...resolveRow, run: resolve },
    )
  if (canLabel(viewer)) changes.push({ ...labelRow, run: startLabelling })
  if (canAssign(viewer))
    changes.push(
      { ...assignRow, run: () => startPickingIn('assignedToId') },
      { ...assignRowToMe, run: takeOver },
    )
  return changes
}

/** Separate from the lists, which load first. */
export function useListKeys(viewer: CurrentUser): void {
  const isThere = shownLists.use().length > 0
  const change = useChangeTicket()
  const changes = changesFor(viewer, change)
  useActions(isThere ? [...keys, ...changes] : none)
  useEffect(keepFocus, [])
}
