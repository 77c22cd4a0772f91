import { eq } from 'drizzle-orm'
import { dropTexts, indexText } from '#features/ticket-search/server/public/text-index.ts'
import { canChat, canSeeInternal } from '#features/tickets/policy.ts'
import { attachmentAdded, attachmentRemoved } from '#features/tickets/server/events.ts'
import { touchTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import { scheduleObjectRemoval, returnUploads, takeUploads } from '#features/uploads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { forbidden, invalid, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { attachments } from '#tables/attachments.ts'
import type { Attachment } from '../contract.ts'
import { canRemoveAttachments } from '../policy.ts'
import { countAttachments, listAttachmentsById, shapeAttachment, type AttachmentRow } from './queries.ts'

interface Target {
  ticketId: string
  commentId?: string
  chatMessageId?: string
}

/**
 * The caller authorizes, locks the ticket and announces.
 * @throws {AppError} `invalid` on `attachmentIds` for unusable uploads, and for more files than a ticket may have
 */
export async function attachUploads(
  unit: Work,
  viewer: Viewer,
  { ticketId, commentId, chatMessageId }: Target,
  attachmentIds: readonly string[],
): Promise<Attachment[]> {
  const uploads = await takeUploads(unit, viewer, attachmentIds)
  if (uploads.length === 0) return []
  const { filesPerTicket } = limits
  if ((await countAttachments(unit.tx, ticketId)) + uploads.length > filesPerTicket)
    throw invalid(
      'attachmentIds',
      i18n.t('A ticket can have at most {filesPerTicket} files. Submit another ticket for more.', {
        filesPerTicket,
      }),
    )
  await unit.tx.insert(attachments).values(
    uploads.map(({ id, fileName, fileSize, mimeType, objectPath }) => ({
      id,
      ticketId,
      commentId: commentId ?? null,
      chatMessageId: chatMessageId ?? null,
      fileName,
      nameSearch: searchable(fileName),
      fileSize,
      mimeType,
      objectPath,
      uploadedBy: viewer.id,
      createdAt: unit.now,
    })),
  )
  const rows = await listAttachmentsById(
    unit.tx,
    uploads.map(({ id }) => id),
  )
  for (const { id, ticketCreatedAt: createdAt, isInternal, nameSearch } of rows)
    unit.send(
      indexText(unit, {
        ticket: { id: ticketId, createdAt },
        id,
        isInternal: isInternal === true,
        isChat: chatMessageId !== undefined,
        text: nameSearch,
      }),
    )
  return rows.map(shapeAttachment)
}

const searchedName = ({ id, nameSearch }: AttachmentRow) => ({ id, searchText: nameSearch })

/** Turns files of a comment into uploads of its author again, without announcing it. */
export async function detachFiles(unit: Work, viewer: Viewer, commentId: string): Promise<Attachment[]> {
  const found = await unit.tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(eq(attachments.commentId, commentId))
  if (found.length === 0) return []
  const rows = await listAttachmentsById(
    unit.tx,
    found.map(({ id }) => id),
  )
  await unit.tx.delete(attachments).where(eq(attachments.commentId, commentId))
  await dropTexts(unit, rows.map(searchedName))
  await returnUploads(unit, viewer, rows)
  return rows.map(shapeAttachment)
}

/** @throws {AppError} `not_found`, the same for a missing and an invisible file */
export async function requireAttachment(reader: Reader, viewer: Viewer, id: string): Promise<AttachmentRow> {
  const [row] = await listAttachmentsById(reader, [id])
  if (!row) throw notFound()
  const ticket = await requireVisible(reader, viewer, row.ticketId)
  if (row.isInternal && !canSeeInternal(viewer)) throw notFound()
  if (row.chatMessageId !== null && !canChat(viewer, ticket)) throw notFound()
  return row
}

/** @throws {AppError} `not_found` for a ticket the viewer may not see; see `attachUploads` */
export async function addAttachments(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  attachmentIds: readonly string[],
): Promise<Attachment[]> {
  await requireVisible(unit.tx, viewer, ticketId)
  if (attachmentIds.length === 0) return []
  await touchTicket(unit, ticketId, true)
  const added = await attachUploads(unit, viewer, { ticketId }, attachmentIds)
  const files = added.map(({ fileName }) => fileName)
  unit.announce(attachmentAdded({ actorId: viewer.id, ticketId, data: { files } }))
  return added
}

/** @returns the object to remove after the commit @throws {AppError} `not_found`, `forbidden` */
export async function removeAttachment(unit: Work, viewer: Viewer, id: string): Promise<string> {
  const row = await requireAttachment(unit.tx, viewer, id)
  if (!canRemoveAttachments(viewer)) throw forbidden()
  if (row.chatMessageId === null) await touchTicket(unit, row.ticketId, row.isInternal !== true)
  const removed = await unit.tx
    .delete(attachments)
    .where(eq(attachments.id, id))
    .returning({ id: attachments.id })
  if (removed.length === 0) throw notFound()
  await dropTexts(unit, [searchedName(row)])
  await scheduleObjectRemoval(unit.tx, [row], unit.now)
  const { ticketId, fileName, chatMessageId } = row
  unit.announce(
    attachmentRemoved({
      actorId: viewer.id,
      ticketId,
      subjectId: id,
      isPublic: row.isInternal !== true,
      data: { files: [fileName], attachmentId: id, chatMessageId },
    }),
  )
  return row.objectPath
}
