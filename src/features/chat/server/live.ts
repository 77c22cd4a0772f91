import { attachmentRemoved, ticketChanged, ticketRestored } from '#features/tickets/server/events.ts'
import { canChat } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { shareMessages, type LiveMessage, type LiveRule } from '#platform/server/log/live-rule.ts'
import type { ChatMessage } from '../contract.ts'
import { awaits } from '../policy.ts'
import { chatRead, chatSent } from './events.ts'
import { listMessages, listUnreadIn, shapeMessages, type MessageRow } from './queries.ts'

const heard = anyOf(chatSent, chatRead, attachmentRemoved)
type Heard = NonNullable<ReturnType<typeof heard.read>>

const messageIdOf = (fact: Heard): string | null | undefined =>
  fact.type === 'attachment.removed' ? fact.data.chatMessageId : fact.subjectId

function messageOf(fact: Heard, message: ChatMessage): LiveMessage {
  const { ticketId, id: messageId, readAt } = message
  switch (fact.type) {
    case 'chat.said':
      return { type: 'chat:message', ticketId, message }
    case 'chat.read':
      return { type: 'chat:read', ticketId, messageId, readAt }
    case 'attachment.removed':
      return { type: 'chat:attachment_removed', ticketId, messageId, attachmentId: fact.data.attachmentId }
  }
}

const moved = anyOf(ticketChanged, ticketRestored)

/** Finds the ticket whose unread messages wait for others now: it came back, or has another requester. */
function ticketMovedBy(entry: LogEntry): string | undefined {
  const fact = moved.read(entry)
  const isMoved = fact?.type === 'ticket.restored' || fact?.data.changes.createdById
  return (isMoved && fact?.ticketId) || undefined
}

/**
 * Sends to subscribers who may chat; unread messages also reach others, with a restored ticket or a new
 * requester again.
 */
export const chatLive: LiveRule<Viewer> = {
  async prepare(reader, entries) {
    const facts = entries.map(heard.read).filter((fact) => fact !== undefined)
    const ids = facts.map(messageIdOf).filter((id) => typeof id === 'string')
    const rows = await listMessages(reader, ids)
    const rowById = new Map(rows.map((row) => [row.message.id, row]))
    const messageById = new Map((await shapeMessages(reader, rows)).map((message) => [message.id, message]))
    const movedIds = entries.flatMap((entry) => ticketMovedBy(entry) ?? [])
    const unreadOf = Map.groupBy(await listUnreadIn(reader, movedIds), ({ message }) => message.ticketId)
    const shared = shareMessages()
    const unread = (ticketId: string) => ({
      about: ticketId,
      message: shared(`unread ${ticketId}`, () => ({ type: 'chat:unread', ticketId })),
    })
    const isWaiting = (viewer: Viewer, { message, ticket }: MessageRow) =>
      canChat(viewer, ticket) && awaits(viewer, message, ticket)
    return (viewer, entry) => {
      const at = ticketMovedBy(entry)
      if (at) return unreadOf.get(at)?.some((row) => isWaiting(viewer, row)) ? [unread(at)] : []
      const fact = heard.read(entry)
      const id = (fact && messageIdOf(fact)) ?? ''
      const [row, message] = [rowById.get(id), messageById.get(id)]
      if (!fact || !row || !message || !canChat(viewer, row.ticket)) return []
      const { ticketId } = row.message
      const isRemoval = fact.type === 'attachment.removed'
      return [
        {
          about: (isRemoval && fact.subjectId) || id,
          topic: ticketId,
          message: shared(`${entry.position}`, () => messageOf(fact, message)),
        },
        ...(!isRemoval && isWaiting(viewer, row) ? [unread(ticketId)] : []),
      ]
    }
  },
}
