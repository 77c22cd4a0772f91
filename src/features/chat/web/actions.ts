import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

/** Brings the focus to the message that is being written; offered where the chat shows. */
export const writeMessage: Action = {
  id: 'write-message',
  get label() {
    return i18n.t('Write in the chat')
  },
  keys: 'm',
  group: 'In a ticket',
}

/** Opens a chat that is closed, to write in it. */
export const openChat: Action = { ...writeMessage, id: 'open-chat' }
