import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Chat')

/** Subject of these events: the message. */
const aboutMessage = { heading, about: 'ticket', isPublic: true } as const

export const chatSent = defineFact('chat.said', {
  ...aboutMessage,
  says: () => i18n.t('Sent a chat message'),
})
export const chatRead = defineFact('chat.read', {
  ...aboutMessage,
  says: () => i18n.t('Read a chat message'),
})
