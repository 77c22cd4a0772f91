import { and, asc, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { personColumns } from '#features/users/server/queries.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { Attachment } from '../contract.ts'

const selectAttachments = (reader: Reader, which: SQL | undefined) =>
  reader
    .select({
      id: attachments.id,
      ticketId: attachments.ticketId,
      commentId: attachments.commentId,
      chatMessageId: attachments.chatMessageId,
      fileName: attachments.fileName,
      nameSearch: attachments.nameSearch,
      fileSize: attachments.fileSize,
      mimeType: attachments.mimeType,
      objectPath: attachments.objectPath,
      createdAt: attachments.createdAt,
      uploadedBy: personColumns,
      isInternal: comments.isInternal,
      ticketCreatedAt: tickets.createdAt,
    })
    .from(attachments)
    .innerJoin(tickets, eq(tickets.id, attachments.ticketId))
    .innerJoin(users, eq(users.id, attachments.uploadedBy))
    .leftJoin(comments, eq(comments.id, attachments.commentId))
    .where(which)
    .orderBy(asc(attachments.createdAt), asc(attachments.fileName), asc(attachments.id))

export type AttachmentRow = Awaited<ReturnType<typeof selectAttachments>>[number]

/** Shapes a file without its path in the store. */
export const shapeAttachment = (row: AttachmentRow): Attachment => ({
  id: row.id,
  fileName: row.fileName,
  fileSize: row.fileSize,
  mimeType: row.mimeType,
  createdAt: row.createdAt.toISOString(),
  uploadedBy: row.uploadedBy,
  commentId: row.commentId,
})

const selectShown = (reader: Reader, ofTickets: SQL) =>
  selectAttachments(
    reader,
    and(
      ofTickets,
      isNull(attachments.chatMessageId),
      sql`(${sql.placeholder('withInternal')}::boolean or ${attachments.commentId} is null or not ${comments.isInternal})`,
    ),
  )
const attachmentsOf = prepared<{ ticketId: string; withInternal: boolean }, AttachmentRow[]>(
  'attachments_of_ticket',
  (reader) => selectShown(reader, eq(attachments.ticketId, sql.placeholder('ticketId'))),
)

/** Lists the files of a ticket and its comments, oldest first, without those of its chat. */
export async function listAttachments(
  reader: Reader,
  ticketId: string,
  withInternal: boolean,
): Promise<Attachment[]> {
  const rows = await attachmentsOf(reader, { ticketId, withInternal })
  return rows.map(shapeAttachment)
}

export async function listAttachmentsOf(
  reader: Reader,
  ticketIds: readonly string[],
  withInternal: boolean,
): Promise<Map<string, Attachment[]>> {
  const ofThem = inArray(attachments.ticketId, [...ticketIds])
  const rows = await selectShown(reader, ofThem).prepare('').execute({ withInternal })
  return new Map(
    [...Map.groupBy(rows, ({ ticketId }) => ticketId)].map(([id, own]) => [id, own.map(shapeAttachment)]),
  )
}

/** Lists the files of chat messages, by message id. */
export async function listChatAttachments(
  reader: Reader,
  chatMessageIds: readonly string[],
): Promise<Map<string, Attachment[]>> {
  const byMessage = new Map<string, Attachment[]>()
  if (chatMessageIds.length === 0) return byMessage
  const rows = await selectAttachments(reader, inArray(attachments.chatMessageId, [...chatMessageIds]))
  for (const row of rows)
    byMessage.set(row.chatMessageId ?? '', [
      ...(byMessage.get(row.chatMessageId ?? '') ?? []),
      shapeAttachment(row),
    ])
  return byMessage
}

export const listAttachmentsById = (reader: Reader, ids: readonly string[]): Promise<AttachmentRow[]> =>
  selectAttachments(reader, inArray(attachments.id, [...ids]))

/** Counts all files of a ticket, also those of its comments and chat. */
export async function countAttachments(reader: Reader, ticketId: string): Promise<number> {
  const [row] = await reader
    .select({ files: count() })
    .from(attachments)
    .where(eq(attachments.ticketId, ticketId))
  return row?.files ?? 0
}

/** Lists the store's paths of all files of a ticket, also of its comments and chat. */
export async function listObjectPaths(reader: Reader, ticketId: string): Promise<string[]> {
  const rows = await reader
    .select({ path: attachments.objectPath })
    .from(attachments)
    .where(eq(attachments.ticketId, ticketId))
  return rows.map(({ path }) => path)
}
