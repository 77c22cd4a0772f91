import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

/** Focuses the message input; offered where the chat shows. */
export const writeMessage: Action = {
  id: 'write-message',
  get label() {
    return i18n.t('Write in the chat')
  },
  keys: 'm',
  group: 'In a ticket',
}

export const openChat: Action = { ...writeMessage, id: 'open-chat' }
