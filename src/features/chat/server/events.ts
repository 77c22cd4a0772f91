import { defineFact } from '#platform/server/log/define-fact.ts'

/** Their subject is the message. */
const aboutMessage = { about: 'ticket', isPublic: true } as const

export const chatSent = defineFact('chat.said', aboutMessage)
export const chatRead = defineFact('chat.read', aboutMessage)
