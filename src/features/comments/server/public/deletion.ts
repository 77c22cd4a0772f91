import { eq } from 'drizzle-orm'
import { findDeleted } from '#features/trash/server/queries.ts'
import { discard, needsParent, putBack, takeOut } from '#features/trash/server/service.ts'
import { rowsOf, type DeletedPart } from '#features/trash/server/public/snapshot.ts'
import type { Viewer } from '#features/users/contract.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { attachments } from '#tables/attachments.ts'
import { comments } from '#tables/comments.ts'
import { canDelete } from '#features/tickets/policy.ts'
import { commentDeleted, commentRestored } from '#features/tickets/server/events.ts'
import { findWholeTicket, requireVisible } from '#features/tickets/server/queries.ts'
import { lockTicket, touchTicket } from '#features/tickets/server/public/ticket-writes.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { dropTexts } from '#features/ticket-search/server/public/text-index.ts'
import { indexRestoredComment } from './index-texts.ts'
import { findCommentTicket } from '../queries.ts'

const partsOf = (id: string): DeletedPart[] => [
  { table: comments, column: comments.id, values: [id] },
  { table: attachments, column: attachments.commentId, values: [id] },
]

/** @throws {AppError} `not_found`, also for a comment in an invisible ticket */
export async function requireCommented(reader: Reader, viewer: Viewer, id: string): Promise<WholeRow> {
  const ticketId = await findCommentTicket(reader, id)
  if (ticketId === undefined) throw notFound()
  return requireVisible(reader, viewer, ticketId)
}

/** Leaves turn and first answer as they are. @throws {AppError} `not_found`, `forbidden` */
export async function deleteComment(unit: Work, viewer: Viewer, id: string): Promise<void> {
  const { id: ticketId, ticketNumber } = await requireCommented(unit.tx, viewer, id)
  if (!canDelete(viewer)) throw forbidden()
  await lockTicket(unit, ticketId)
  const [comment] = await unit.tx.select().from(comments).where(eq(comments.id, id)).for('update')
  if (!comment) throw notFound()
  const { isInternal, content, searchText } = comment
  const files = await unit.tx
    .select({
      id: attachments.id,
      path: attachments.objectPath,
      searchText: attachments.nameSearch,
    })
    .from(attachments)
    .where(eq(attachments.commentId, id))
  await discard(
    unit,
    viewer,
    {
      id,
      kind: 'comment',
      name: `${ticketNumber} ${content}`,
      parentId: ticketId,
      parts: partsOf(id),
      objectPaths: files.map(({ path }) => path),
      logged: [id],
    },
    'restorable',
    () => unit.tx.delete(comments).where(eq(comments.id, id)),
  )
  await touchTicket(unit, ticketId, !isInternal)
  await dropTexts(unit, [{ id, searchText }, ...files])
  const fact = { actorId: viewer.id, ticketId, subjectId: id, isPublic: !isInternal, data: { isInternal } }
  unit.announce(commentDeleted(fact))
}

/**
 * Restores a comment with its files, without mails.
 * @throws {AppError} `not_found`, `forbidden`; `conflict` while its ticket is deleted
 */
export async function restoreComment(unit: Work, viewer: Viewer, id: string): Promise<void> {
  if (!canDelete(viewer)) throw forbidden()
  const deleted = await takeOut(unit, 'comment', id)
  const ticketId = deleted.parentId ?? ''
  const ticket = await findWholeTicket(unit.tx, ticketId)
  if (!ticket) throw needsParent((await findDeleted(unit.tx, ticketId))?.name)
  await lockTicket(unit, ticketId)
  await putBack(unit, deleted)
  const isInternal = rowsOf(deleted.rows, comments)[0]?.['is_internal'] === true
  await touchTicket(unit, ticketId, !isInternal)
  await indexRestoredComment(unit, ticketId)
  const fact = { actorId: viewer.id, ticketId, subjectId: id, isPublic: !isInternal, data: { isInternal } }
  unit.announce(commentRestored(fact))
}
