import { useEffect } from 'react'
import { useActions, type OfferedAction } from '#platform/web/actions/actions.ts'
import { nextRow, previousRow, rowAbove, rowBelow, selectPage, selectRange, toggleRow } from '../actions.ts'
import { currentRow, idOf, keepFocus, listRows, move, moveByArrow } from './list-focus.ts'
import { shownLists } from './shown-list.ts'

/** The ticket that was toggled last, from which a range reaches. */
let anchorId: string | undefined

/** The list in which tickets are selected, with the row of the person in it. */
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

/** Selects everything from the row toggled last to this one. */
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

/** Lets keys walk through the list that is on the screen, and select in it. Stands apart from the lists, which are there sooner. */
export function useListKeys(): void {
  const isThere = shownLists.use().length > 0
  useActions(isThere ? keys : none)
  useEffect(keepFocus, [])
}
