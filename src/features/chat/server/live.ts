import { canChat } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'
import { awaits } from '../policy.ts'
import { listMessages, shapeMessage, type MessageRow } from './queries.ts'

const heard = new Set(['chat.said', 'chat.read'])

function messageOf(type: string, row: MessageRow) {
  const { ticketId, id: messageId } = row.message
  const message = shapeMessage(row)
  return type === 'chat.said'
    ? { type: 'chat:message', ticketId, message }
    : { type: 'chat:read', ticketId, messageId, readAt: message.readAt }
}

/** Who hears a chat: those who may chat and have subscribed to the ticket. For whom something waits, they are told so without that. */
export const chatLive: LiveRule<Viewer> = {
  async prepare(reader, entries) {
    const ids = entries.filter(({ type }) => heard.has(type)).map(({ subjectId }) => subjectId)
    const rows = await listMessages(
      reader,
      ids.filter((id) => id !== null),
    )
    const rowById = new Map(rows.map((row) => [row.message.id, row]))
    return (viewer, { type, subjectId }) => {
      const row = heard.has(type) && subjectId !== null ? rowById.get(subjectId) : undefined
      if (!row || !canChat(viewer, row.ticket)) return []
      const { id, ticketId } = row.message
      return [
        { about: id, topic: ticketId, message: messageOf(type, row) },
        ...(awaits(viewer, row.message, row.ticket)
          ? [{ about: ticketId, message: { type: 'chat:unread', ticketId } }]
          : []),
      ]
    }
  },
}
