import { MessageSquareCheck, UserRoundPen } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

export const writeComment: Action = {
  id: 'write-comment',
  get label() {
    return i18n.t('Write a comment')
  },
  keys: 'r',
  group: 'In a ticket',
}

export const handOverTicket = {
  id: 'hand-over',
  get label() {
    return i18n.t('Hand over')
  },
  get longLabel() {
    return i18n.t('Hand the ticket over, with a note and the draft')
  },
  icon: UserRoundPen,
  keys: 'Shift+h',
  group: 'In a ticket',
} satisfies Action

export const addComment: Action = {
  id: 'add-comment',
  get label() {
    return i18n.t('Add Comment')
  },
  get longLabel() {
    return i18n.t('Add the comment')
  },
  keys: 'Mod+Enter',
  group: 'In a ticket',
  isNative: true,
}

export const addAndResolve: Action = {
  id: 'add-and-resolve',
  get label() {
    return i18n.t('Add Comment and set Resolved')
  },
  get longLabel() {
    return i18n.t('Add the comment and set Resolved')
  },
  icon: MessageSquareCheck,
  keys: 'Mod+Shift+Enter',
  group: 'In a ticket',
  isNative: true,
}

const addAndTest: Action = {
  id: 'add-and-test',
  get label() {
    return i18n.t('Add Comment and set Testing')
  },
  icon: MessageSquareCheck,
}

/** Actions that set a status with the answer. */
export const answers = { resolved: addAndResolve, testing: addAndTest } as const
