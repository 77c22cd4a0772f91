import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import { attachUploads } from '#features/attachments/server/service.ts'
import { lockTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { recordReply } from '#features/tickets/server/public/turn.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import type { ChatMessage, NewChatMessage } from '../contract.ts'
import { isReader } from '../policy.ts'
import { chatRead, chatSent } from './events.ts'
import { findMessage, findRecipient, listMessages, requireChat, sharedReaders } from './queries.ts'

/** Later than everything said so far, however the clocks of the nodes differ: the order of a chat is the same for everybody. */
async function nextMoment(tx: Tx, ticketId: string, now: Date): Promise<Date> {
  const [last] = await tx
    .select({ at: sql<Date | null>`max(${chatMessages.createdAt})`.mapWith(chatMessages.createdAt) })
    .from(chatMessages)
    .where(eq(chatMessages.ticketId, ticketId))
  return last?.at && last.at >= now ? new Date(last.at.getTime() + 1) : now
}

/**
 * Says something in the chat of a ticket.
 * @throws {AppError} `not_found` for a ticket the viewer may not see, `forbidden` where they may not chat; see `attachUploads`.
 */
export async function sendMessage(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  { message, attachmentIds }: NewChatMessage,
): Promise<ChatMessage> {
  const { tx } = unit
  // In turn for each chat, and with the assignee of that moment.
  const locked = await lockTicket(unit, ticketId)
  const ticket = await requireChat(tx, viewer, ticketId)
  const rows = await tx
    .insert(chatMessages)
    .values({
      ticketId,
      senderId: viewer.id,
      recipientId: await findRecipient(tx, ticket, viewer.id),
      message,
      createdAt: await nextMoment(tx, ticketId, unit.now),
    })
    .returning()
  const row = onlyRow(rows)
  await attachUploads(unit, viewer, { ticketId, chatMessageId: row.id }, attachmentIds)
  recordReply(unit, viewer, locked, ticket, {
    isInternal: false,
    isUpdate: false,
    isAnswer: viewer.id !== ticket.createdById,
  })
  unit.announce(chatSent({ actorId: viewer.id, ticketId, subjectId: row.id }))
  return findMessage(tx, row.id)
}

/**
 * Marks a message as read, and with it those before it that this viewer's reading counts for: nobody reads the last word only. What
 * is read already stays as it is, and that is no event.
 * @throws {AppError} `not_found` for a message that is not in this ticket; `forbidden` for its sender and for who it was not sent to.
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
  // Two readers of the same messages would otherwise lock them in different orders, and wait for each other.
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

/** Gives what was said to somebody who is about to be deleted to somebody else; who has read it stays as it is. */
export async function redirectMessages(unit: Work, fromId: string, toId: string): Promise<void> {
  await unit.tx.update(chatMessages).set({ recipientId: toId }).where(eq(chatMessages.recipientId, fromId))
}
