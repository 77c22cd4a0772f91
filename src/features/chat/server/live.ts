import { canChat } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import type { ChatMessage } from '../contract.ts'
import { awaits } from '../policy.ts'
import { listMessages, shapeMessages } from './queries.ts'

/** The chat message that an event is about. */
function messageIdOf({ type, subjectId, data }: LogEntry): string | undefined {
  if (type === 'chat.said' || type === 'chat.read') return subjectId ?? undefined
  return type === 'attachment.removed' && typeof data.chatMessageId === 'string'
    ? data.chatMessageId
    : undefined
}

function tell({ type, data }: LogEntry, message: ChatMessage) {
  const { ticketId, id: messageId, readAt } = message
  if (type === 'chat.said') return { type: 'chat:message', ticketId, message }
  if (type === 'chat.read') return { type: 'chat:read', ticketId, messageId, readAt }
  return { type: 'chat:attachment_removed', ticketId, messageId, attachmentId: data.attachmentId }
}

/** Who hears a chat: those who may chat and have subscribed to the ticket. For whom something waits, they are told so without that. */
export const chatLive: LiveRule<Viewer> = {
  async prepare(reader, entries) {
    const rows = await listMessages(
      reader,
      entries.map(messageIdOf).filter((id) => id !== undefined),
    )
    const rowById = new Map(rows.map((row) => [row.message.id, row]))
    const messageById = new Map((await shapeMessages(reader, rows)).map((message) => [message.id, message]))
    return (viewer, entry) => {
      const id = messageIdOf(entry) ?? ''
      const [row, message] = [rowById.get(id), messageById.get(id)]
      if (!row || !message || !canChat(viewer, row.ticket)) return []
      const { ticketId } = row.message
      const isRemoval = entry.type === 'attachment.removed'
      return [
        { about: (isRemoval && entry.subjectId) || id, topic: ticketId, message: tell(entry, message) },
        ...(!isRemoval && awaits(viewer, row.message, row.ticket)
          ? [{ about: ticketId, message: { type: 'chat:unread', ticketId } }]
          : []),
      ]
    }
  },
}
