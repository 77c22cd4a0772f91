import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { Attachment } from '#features/attachments/contract.ts'
import { listChatAttachments } from '#features/attachments/server/queries.ts'
import { canChat } from '#features/tickets/policy.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import { desk, staff, type Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'
import { forbidden } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import {
  mostRows,
  newestRows,
  selectTexts,
  type FoundTexts,
  type TextSearch,
} from '#platform/server/personal-data.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { ChatMessage, ChatPage, ChatQuery, Unread } from '../contract.ts'

type Party = Pick<Viewer, 'id' | 'role'>

/** @throws {AppError} `not_found` for an invisible ticket, `forbidden` to chat in it */
export async function requireChat(reader: Reader, viewer: Viewer, ticketId: string) {
  const ticket = await requireVisible(reader, viewer, ticketId)
  if (!canChat(viewer, ticket)) throw forbidden()
  return ticket
}

const parties = prepared<
  { ids: readonly string[] },
  Pick<typeof tickets.$inferSelect, 'id' | 'createdById' | 'assignedToId'>[]
>('chat_parties', (reader) =>
  reader
    .select({ id: tickets.id, createdById: tickets.createdById, assignedToId: tickets.assignedToId })
    .from(tickets)
    .where(sql`${tickets.id} = any(${sql.placeholder('ids')})`),
)

/** Makes the check whether a viewer, with present rights, may chat in a ticket. */
export async function findChatters(reader: Reader, ticketIds: readonly string[]) {
  const rows = ticketIds.length === 0 ? [] : await parties(reader, { ids: [...new Set(ticketIds)] })
  const ticketById = new Map(rows.map((row) => [row.id, row]))
  return (viewer: Party, ticketId: string): boolean => {
    const ticket = ticketById.get(ticketId)
    return ticket !== undefined && canChat(viewer, ticket)
  }
}

const sender = alias(users, 'sender')
const recipient = alias(users, 'recipient')

// Browsers need no folded text.
const { searchText: _, ...toldColumns } = getTableColumns(chatMessages)

const selectMessages = (reader: Reader) =>
  reader
    .select({
      message: toldColumns,
      sender: {
        id: sender.id,
        firstName: sender.firstName,
        lastName: sender.lastName,
        profileImageUrl: sender.profileImageUrl,
        role: sender.role,
      },
      recipientRole: recipient.role,
      ticket: { createdById: tickets.createdById, assignedToId: tickets.assignedToId },
    })
    .from(chatMessages)
    .innerJoin(sender, eq(sender.id, chatMessages.senderId))
    .innerJoin(recipient, eq(recipient.id, chatMessages.recipientId))
    .innerJoin(tickets, eq(tickets.id, chatMessages.ticketId))

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

const shapeMessage = (
  { message, sender: by }: MessageRow,
  files: ReadonlyMap<string, Attachment[]>,
): ChatMessage => ({
  ...message,
  createdAt: message.createdAt.toISOString(),
  readAt: message.readAt?.toISOString() ?? null,
  sender: by,
  attachments: files.get(message.id) ?? [],
})

export async function shapeMessages(reader: Reader, rows: readonly MessageRow[]): Promise<ChatMessage[]> {
  const files = await listChatAttachments(
    reader,
    rows.map(({ message }) => message.id),
  )
  return rows.map((row) => shapeMessage(row, files))
}

/** Lists messages without regard to rights. */
export async function listMessages(reader: Reader, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  return messagesByIds(reader, { ids: [...new Set(ids)] })
}

const messagesByIds = prepared<{ ids: readonly string[] }, MessageRow[]>('chat_messages', (reader) =>
  selectMessages(reader).where(sql`${chatMessages.id} = any(${sql.placeholder('ids')})`),
)

export async function listUnreadIn(reader: Reader, ticketIds: readonly string[]): Promise<MessageRow[]> {
  if (ticketIds.length === 0) return []
  return selectMessages(reader).where(
    and(inArray(chatMessages.ticketId, [...new Set(ticketIds)]), isNull(chatMessages.readAt)),
  )
}

export const findMessage = async (reader: Reader, id: string): Promise<ChatMessage> =>
  onlyRow(await shapeMessages(reader, await listMessages(reader, [id])))

/** Lists a page, the newest first; the caller has checked the viewer's access. */
export async function findChatPage(
  reader: Reader,
  ticketId: string,
  { limit, offset }: ChatQuery,
): Promise<ChatPage> {
  const rows = await selectMessages(reader)
    .where(eq(chatMessages.ticketId, ticketId))
    .orderBy(desc(chatMessages.createdAt), desc(chatMessages.id))
    .limit(limit + 1)
    .offset(offset)
  return { messages: await shapeMessages(reader, rows.slice(0, limit)), hasMore: rows.length > limit }
}

export async function listChatsOf(
  reader: Reader,
  viewer: Party,
  ticketIds: readonly string[],
): Promise<ChatMessage[]> {
  const rows = await selectMessages(reader)
    .where(inArray(chatMessages.ticketId, [...ticketIds]))
    .orderBy(asc(chatMessages.createdAt), asc(chatMessages.id))
  return shapeMessages(
    reader,
    rows.filter(({ ticket }) => canChat(viewer, ticket)),
  )
}

/** Counts unread messages in the chats that the viewer may use. The twin of `awaits`. */
export async function listUnread(reader: Reader, viewer: Party): Promise<Unread> {
  const isAssigned = eq(tickets.assignedToId, viewer.id)
  const waiting = (which: SQL | undefined) =>
    reader
      .select({ ticketId: chatMessages.ticketId, messages: count().as('messages') })
      .from(chatMessages)
      .innerJoin(tickets, eq(tickets.id, chatMessages.ticketId))
      .where(and(isNull(chatMessages.readAt), ne(chatMessages.senderId, viewer.id), which))
      .groupBy(chatMessages.ticketId)
  const isWithin = isStaff(viewer)
    ? or(isAssigned, eq(tickets.createdById, viewer.id))
    : eq(tickets.createdById, viewer.id)
  const saidToViewer = waiting(
    and(eq(chatMessages.recipientId, viewer.id), isDesk(viewer) ? undefined : isWithin),
  )
  const saidToStaff = waiting(
    and(
      isAssigned,
      ne(chatMessages.recipientId, viewer.id),
      ne(chatMessages.recipientId, tickets.createdById),
    ),
  )
  // Index scans: `or` between the halves would read every message.
  const all = (isStaff(viewer) ? unionAll(saidToViewer, saidToStaff) : saidToViewer).as('waiting')
  const unread = sql<number>`sum(${all.messages})::int`
  return { tickets: await reader.select({ ticketId: all.ticketId, unread }).from(all).groupBy(all.ticketId) }
}

/** Selects messages that the viewer's reading counts for. The twin of `isReader`, but with own ones. */
export const sharedReaders = (reader: Reader, viewer: Party, { createdById }: { createdById: string }) => {
  const allStaff = reader
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, [...staff]))
  const saidToStaff = or(
    inArray(chatMessages.recipientId, allStaff),
    ne(chatMessages.recipientId, createdById),
  )
  return or(eq(chatMessages.recipientId, viewer.id), isStaff(viewer) ? saidToStaff : undefined)
}

/** Finds the other person of the desk who last wrote a public comment or a chat message. */
async function findLastWriter(reader: Reader, ticketId: string, notId: string) {
  const written = reader
    .select({ userId: chatMessages.senderId, at: chatMessages.createdAt })
    .from(chatMessages)
    .where(eq(chatMessages.ticketId, ticketId))
    .unionAll(
      reader
        .select({ userId: comments.userId, at: comments.createdAt })
        .from(comments)
        .where(and(eq(comments.ticketId, ticketId), eq(comments.isInternal, false))),
    )
    .as('written')
  const [last] = await reader
    .select({ id: users.id })
    .from(written)
    .innerJoin(users, eq(users.id, written.userId))
    .where(and(eq(users.isActive, true), inArray(users.role, [...desk]), ne(users.id, notId)))
    .orderBy(desc(written.at))
    .limit(1)
  return last?.id
}

async function findEarliestOfDesk(reader: Reader, notId: string) {
  const [earliest] = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isActive, true), inArray(users.role, [...desk]), ne(users.id, notId)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1)
  return earliest?.id
}

async function findAssignee(reader: Reader, id: string | null, notId: string) {
  if (id === null || id === notId) return undefined
  const [assignee] = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isActive, true), inArray(users.role, [...staff])))
  return assignee?.id
}

/** Picks the creator; for the creator the assignee, the desk's last writer, its first person or themselves. */
export async function findRecipient(
  reader: Reader,
  ticket: { id: string; createdById: string; assignedToId: string | null },
  senderId: string,
): Promise<string> {
  if (senderId !== ticket.createdById) return ticket.createdById
  return (
    (await findAssignee(reader, ticket.assignedToId, senderId)) ??
    (await findLastWriter(reader, ticket.id, senderId)) ??
    (await findEarliestOfDesk(reader, senderId)) ??
    senderId
  )
}

/** Selects the newest messages of others, in which this person may be named. */
export async function findTexts({ db, userId }: TextSearch<Viewer>): Promise<FoundTexts> {
  const { createdAt, message, ticketId, senderId } = chatMessages
  const rows = selectTexts(
    'ticket',
    { id: tickets.id, name: tickets.ticketNumber, createdAt, texts: [message] },
    sql`${newestRows(chatMessages)} join ${tickets} on ${tickets.id} = ${ticketId} where ${senderId} <> ${userId}`,
  )
  const { rows: looked } = await db.execute<{ isCut: boolean }>(
    sql`select count(*) > ${mostRows} as "isCut" from (select from ${chatMessages} limit ${mostRows + 1}) as looked`,
  )
  return { rows, isCut: onlyRow(looked).isCut }
}
