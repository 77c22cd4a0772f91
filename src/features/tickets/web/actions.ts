import { ChevronDown, ChevronUp, CircleUserRound, Link2, Printer } from 'lucide-react'
import type { Action } from '#platform/web/actions/actions.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { canAssign, canChange } from '../policy.ts'

const inList = { group: 'In a list', isOfScreen: true } as const
/** The board selects nothing. */
const inTable = { group: 'In a table', isOfScreen: true } as const

export const nextRow: Action = { id: 'next-row', label: 'Next ticket', keys: 'j', ...inList }
export const previousRow: Action = { id: 'previous-row', label: 'Previous ticket', keys: 'k', ...inList }
export const rowBelow: Action = { id: 'row-below', label: 'Next ticket', keys: 'ArrowDown', ...inList }
export const rowAbove: Action = { id: 'row-above', label: 'Previous ticket', keys: 'ArrowUp', ...inList }
const openRow: Action = { id: 'open-row', label: 'Open ticket', keys: 'Enter', ...inList, isNative: true }
export const toggleRow: Action = { id: 'toggle-row', label: 'Select ticket', keys: 'x', ...inTable }
export const selectRange: Action = {
  id: 'select-range',
  label: 'Extend selection',
  keys: 'Shift+x',
  ...inTable,
}
export const selectPage: Action = {
  id: 'select-page',
  label: 'Select all on this page',
  keys: 'Mod+a',
  ...inTable,
}
export const clearSelection: Action = {
  id: 'clear-selection',
  label: 'Clear',
  longLabel: 'Clear the selection',
  keys: 'Escape',
  ...inTable,
}
export const switchView: Action = { id: 'switch-view', label: 'Table or board', keys: 'v', ...inList }

export const setStatus: Action = { id: 'set-status', label: 'Set the status', keys: 's', ...inList }
export const setPriority: Action = { id: 'set-priority', label: 'Set the priority', keys: 'p', ...inList }
export const assignRow: Action = { id: 'assign-row', label: 'Assign the ticket', keys: 'a', ...inList }
export const assignRowToMe: Action = {
  id: 'assign-row-to-me',
  label: 'Assign the ticket to me',
  keys: 'i',
  ...inList,
}
/** The same for all tickets that are selected. */
export const ofSelection = (action: Action): Action => ({ ...action, id: `${action.id}-of-selection` })

/** What keys do in a list of tickets, as the sheet of shortcuts lists it. */
export const listActionsFor = (viewer: Pick<Viewer, 'role'>): readonly Action[] => [
  nextRow,
  previousRow,
  rowBelow,
  rowAbove,
  openRow,
  toggleRow,
  selectRange,
  selectPage,
  clearSelection,
  ...(canChange(viewer) ? [setStatus, setPriority] : []),
  ...(canAssign(viewer) ? [assignRow, assignRowToMe] : []),
  switchView,
]

/** Brings the focus to the form in which clients submit a ticket. */
export const writeTicket: Action = { id: 'write-ticket', label: 'Submit a ticket' }

const inTicket = { group: 'In a ticket' } as const

export const chooseStatus: Action = { id: 'choose-status', label: 'Status', keys: 's', ...inTicket }
export const choosePriority: Action = { id: 'choose-priority', label: 'Priority', keys: 'p', ...inTicket }
export const assign: Action = { id: 'assign', label: 'Assign', keys: 'a', ...inTicket }
export const assignToMe: Action = {
  id: 'assign-to-me',
  label: 'Assign to me',
  icon: CircleUserRound,
  keys: 'i',
  ...inTicket,
}
export const previousTicket: Action = {
  id: 'previous-ticket',
  label: 'Previous ticket',
  longLabel: 'Previous ticket of the list',
  icon: ChevronUp,
  keys: '[',
  ...inTicket,
}
export const nextTicket: Action = {
  id: 'next-ticket',
  label: 'Next ticket',
  longLabel: 'Next ticket of the list',
  icon: ChevronDown,
  keys: ']',
  ...inTicket,
}
export const printTicket = { id: 'print-ticket', label: 'Print Ticket', icon: Printer } satisfies Action
export const copyLink: Action = { id: 'copy-link', label: 'Copy link', icon: Link2, words: 'share url' }

/** What keys change in an open ticket. */
export const changeActionsFor = (viewer: Pick<Viewer, 'role'>): readonly Action[] => [
  ...(canChange(viewer) ? [chooseStatus, choosePriority] : []),
  ...(canAssign(viewer) ? [assign, assignToMe] : []),
]

const onBoard = { group: 'On the board', isNative: true } as const

/** The keys of the board, on which its drag and drop acts. */
export const boardActionsFor = (viewer: Pick<Viewer, 'role'>): readonly Action[] =>
  isStaff(viewer)
    ? [
        {
          id: 'lift-card',
          label: 'Pick up or drop card',
          keys: 'Space',
          or: 'Enter',
          ...onBoard,
        },
        { id: 'move-card', label: 'Move picked-up card', keys: 'ArrowDown', ...onBoard },
        {
          id: 'in-card',
          label: 'Go to the buttons of the card',
          keys: 'ArrowLeft',
          or: 'ArrowRight',
          ...onBoard,
        },
        { id: 'card-to-next-column', label: 'Move to next column', keys: 'Shift+ArrowRight', ...onBoard },
        { id: 'put-card-back', label: 'Cancel move', keys: 'Escape', ...onBoard },
      ]
    : []
