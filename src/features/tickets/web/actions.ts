import { ChevronDown, ChevronUp, CircleUserRound, Link2, Printer, SquareCheck } from 'lucide-react'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'
import { canAssign, canChange } from '../policy.ts'

const inList = { group: 'In a list', isOfScreen: true } as const
/** The board has no selection. */
const inTable = { group: 'In a table', isOfScreen: true } as const

export const nextRow: Action = {
  id: 'next-row',
  get label() {
    return i18n.t('Next ticket')
  },
  keys: 'j',
  ...inList,
}
export const previousRow: Action = {
  id: 'previous-row',
  get label() {
    return i18n.t('Previous ticket')
  },
  keys: 'k',
  ...inList,
}
export const rowBelow: Action = {
  id: 'row-below',
  get label() {
    return i18n.t('Next ticket')
  },
  keys: 'ArrowDown',
  ...inList,
}
export const rowAbove: Action = {
  id: 'row-above',
  get label() {
    return i18n.t('Previous ticket')
  },
  keys: 'ArrowUp',
  ...inList,
}
const openRow: Action = {
  id: 'open-row',
  get label() {
    return i18n.t('Open ticket')
  },
  keys: 'Enter',
  ...inList,
  isNative: true,
}
const peekRow: Action = {
  id: 'peek-row',
  get label() {
    return i18n.t('Peek at the ticket while held')
  },
  keys: 'Space',
  ...inList,
  isNative: true,
}
export const toggleRow: Action = {
  id: 'toggle-row',
  get label() {
    return i18n.t('Select ticket')
  },
  keys: 'x',
  ...inTable,
}
export const selectRange: Action = {
  id: 'select-range',
  get label() {
    return i18n.t('Extend selection')
  },
  keys: 'Shift+x',
  ...inTable,
}
export const selectPage: Action = {
  id: 'select-page',
  get label() {
    return i18n.t('Select all on this page')
  },
  keys: 'Mod+a',
  ...inTable,
}
export const clearSelection: Action = {
  id: 'clear-selection',
  get label() {
    return i18n.t('Clear')
  },
  get longLabel() {
    return i18n.t('Clear the selection')
  },
  keys: 'Escape',
  ...inTable,
}
export const showUpdates: Action = {
  id: 'show-updates',
  get label() {
    return i18n.t('Show what is new in the list')
  },
  keys: 'u',
  ...inList,
}

export const setStatus: Action = {
  id: 'set-status',
  get label() {
    return i18n.t('Set the status')
  },
  keys: 's',
  ...inList,
}
export const setPriority: Action = {
  id: 'set-priority',
  get label() {
    return i18n.t('Set the priority')
  },
  keys: 'p',
  ...inList,
}
export const assignRow: Action = {
  id: 'assign-row',
  get label() {
    return i18n.t('Assign the ticket')
  },
  keys: 'a',
  ...inList,
}
export const assignRowToMe: Action = {
  id: 'assign-row-to-me',
  get label() {
    return i18n.t('Assign the ticket to me')
  },
  keys: 'i',
  ...inList,
}
export const resolveRow: Action = {
  id: 'resolve-row',
  get label() {
    return i18n.t('Resolve the ticket')
  },
  keys: 'e',
  ...inList,
}
export const ofSelection = (action: Action): Action => ({ ...action, id: `${action.id}-of-selection` })

export const listActionsFor = (viewer: Pick<Viewer, 'role'>): readonly Action[] => [
  nextRow,
  previousRow,
  rowBelow,
  rowAbove,
  openRow,
  peekRow,
  toggleRow,
  selectRange,
  selectPage,
  clearSelection,
  ...(canChange(viewer) ? [setStatus, setPriority, resolveRow] : []),
  ...(canAssign(viewer) ? [assignRow, assignRowToMe] : []),
  showUpdates,
]

export const writeTicket: Action = {
  id: 'write-ticket',
  get label() {
    return i18n.t('Submit a ticket')
  },
}

const inTicket = { group: 'In a ticket' } as const

export const chooseStatus: Action = {
  id: 'choose-status',
  get label() {
    return i18n.t('Status')
  },
  keys: 's',
  ...inTicket,
}
export const choosePriority: Action = {
  id: 'choose-priority',
  get label() {
    return i18n.t('Priority')
  },
  keys: 'p',
  ...inTicket,
}
export const resolveTicket = {
  id: 'resolve',
  get label() {
    return i18n.t('Resolve')
  },
  icon: SquareCheck,
  keys: 'e',
  ...inTicket,
} satisfies Action
export const assign: Action = {
  id: 'assign',
  get label() {
    return i18n.t('Assign')
  },
  keys: 'a',
  ...inTicket,
}
export const editTicket: Action = {
  id: 'edit-ticket',
  get label() {
    return i18n.t('Edit the subject')
  },
  keys: 'F2',
  ...inTicket,
}
export const assignToMe: Action = {
  id: 'assign-to-me',
  get label() {
    return i18n.t('Assign to me')
  },
  icon: CircleUserRound,
  keys: 'i',
  ...inTicket,
}
export const previousTicket: Action = {
  id: 'previous-ticket',
  get label() {
    return i18n.t('Previous ticket')
  },
  get longLabel() {
    return i18n.t('Previous ticket of the list')
  },
  icon: ChevronUp,
  keys: '[',
  ...inTicket,
}
export const nextTicket: Action = {
  id: 'next-ticket',
  get label() {
    return i18n.t('Next ticket')
  },
  get longLabel() {
    return i18n.t('Next ticket of the list')
  },
  icon: ChevronDown,
  keys: ']',
  ...inTicket,
}
export const toRequest: Action = {
  id: 'to-request',
  get label() {
    return i18n.t('Go to the request')
  },
  keys: 'Home',
  ...inTicket,
}
export const toLatest: Action = {
  id: 'to-latest',
  get label() {
    return i18n.t('Go to the latest')
  },
  keys: 'End',
  ...inTicket,
}
export const printTicket = {
  id: 'print-ticket',
  get label() {
    return i18n.t('Print Ticket')
  },
  icon: Printer,
} satisfies Action
export const copyLink: Action = {
  id: 'copy-link',
  get label() {
    return i18n.t('Copy link')
  },
  icon: Link2,
  get words() {
    return i18n.t('share url')
  },
}

export const changeActionsFor = (viewer: Pick<Viewer, 'role'>): readonly Action[] => [
  ...(canChange(viewer) ? [chooseStatus, choosePriority, editTicket, resolveTicket] : []),
  ...(canAssign(viewer) ? [assign, assignToMe] : []),
]
