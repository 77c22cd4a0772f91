import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import { attachUploads } from '#features/attachments/server/service.ts'
import { indexText } from '#features/ticket-search/server/public/text-index.ts'
import { lockTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { reopenByReply } from '#features/tickets/server/public/reopening.ts'
import { recordReply } from '#features/tickets/server/public/turn.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import type { ChatMessage, NewChatMessage } from '../contract.ts'
import { isReader } from '../policy.ts'
import { chatRead, chatSent } from './events.ts'
import { findMessage, findRecipient, listMessages, requireChat, sharedReaders } from './queries.ts'

/** Keeps one order of a chat for all, though the clocks of nodes differ. */
async function nextMoment(tx: Tx, ticketId: string, now: Date): Promise<Date> {
  const [last] = await tx
    .select({ at: sql<Date | null>`max(${chatMessages.createdAt})`.mapWith(chatMessages.createdAt) })
    .from(chatMessages)
    .where(eq(chatMessages.ticketId, ticketId))
  return last?.at && last.at >= now ? new Date(last.at.getTime() + 1) : now
}

/** @throws {AppError} `not_found` for an invisible ticket, `forbidden` to chat; see `attachUploads` */
export async function sendMessage(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  { message, attachmentIds }: NewChatMessage,
): Promise<ChatMessage> {
  const { tx } = unit
  // Serializes a chat, and fixes its assignee.
  const stored = await lockTicket(unit, ticketId)
  const sight = await requireChat(tx, viewer, ticketId)
  const found = await reopenByReply(unit, viewer, { locked: stored, ticket: sight })
  const { locked, ticket } = found
  const rows = await tx
    .insert(chatMessages)
    .values({
      ticketId,
      senderId: viewer.id,
      recipientId: await findRecipient(tx, ticket, viewer.id),
      message,
      searchText: searchable(message),
      createdAt: await nextMoment(tx, ticketId, unit.now),
    })
    .returning()
  const row = onlyRow(rows)
  await attachUploads(unit, viewer, { ticketId, chatMessageId: row.id }, attachmentIds)
  recordReply(unit, viewer, found, {
    isInternal: false,
    isUpdate: false,
    isAnswer: viewer.id !== ticket.createdById,
  })
  const { id, searchText: text } = row
  unit.send(indexText(unit, { ticket: locked, id, isInternal: false, isChat: true, text }))
  unit.announce(chatSent({ actorId: viewer.id, ticketId, subjectId: row.id }))
  return findMessage(tx, row.id)
}

/**
 * Marks a message as read, with the earlier ones of the same readers.
 * @throws {AppError} `not_found` for a message of another ticket; `forbidden` for others than its readers
 */
export async function markRead(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  messageId: string,
): Promise<ChatMessage> {
  await requireChat(unit.tx, viewer, ticketId)
  const [found] = await listMessages(unit.tx, [messageId])
  if (found?.message.ticketId !== ticketId) throw notFound()
  const isRecipientStaff = isStaff({ role: found.recipientRole })
  if (!isReader(viewer, found.message, found.ticket, isRecipientStaff)) throw forbidden()
  const { createdAt, readAt } = found.message
  if (readAt) return findMessage(unit.tx, messageId)
  // Lock the ticket: two readers would lock the same messages in different orders.
  await lockTicket(unit, ticketId)
  const marked = await unit.tx
    .update(chatMessages)
    .set({ readAt: unit.now > createdAt ? unit.now : createdAt })
    .where(
      and(
        eq(chatMessages.ticketId, ticketId),
        lte(chatMessages.createdAt, createdAt),
        isNull(chatMessages.readAt),
        ne(chatMessages.senderId, viewer.id),
        sharedReaders(unit.tx, viewer, found.ticket),
      ),
    )
    .returning({ id: chatMessages.id })
  for (const { id } of marked) unit.announce(chatRead({ actorId: viewer.id, ticketId, subjectId: id }))
  return findMessage(unit.tx, messageId)
}

/** Moves what waits for the former requester of a locked ticket to the new one, and not to staff. */
export async function passOnMessages(
  unit: Work,
  { id, createdById: fromId }: { id: string; createdById: string },
  toId: string,
): Promise<void> {
  if (toId === fromId) return
  await unit.tx
    .update(chatMessages)
    .set({ recipientId: toId })
    .where(
      and(
        eq(chatMessages.ticketId, id),
        eq(chatMessages.recipientId, fromId),
        isNull(chatMessages.readAt),
        ne(chatMessages.senderId, fromId),
      ),
    )
}

/** Moves messages from a recipient who is about to be deleted; read marks stay. */
export async function redirectMessages(unit: Work, fromId: string, toId: string): Promise<void> {
  await unit.tx.update(chatMessages).set({ recipientId: toId }).where(eq(chatMessages.recipientId, fromId))
}
