import { and, eq } from 'drizzle-orm'
import { detachFiles } from '#features/attachments/server/service.ts'
import { forgetWords } from '#features/event-log/server/service.ts'
import { dropTexts } from '#features/ticket-search/server/public/text-index.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { commentTakenBack } from '#features/tickets/server/events.ts'
import { lockVisibleTicket, touchTicket } from '#features/tickets/server/public/ticket-writes.ts'
import type { Viewer } from '#features/users/contract.ts'
import { listPeople, requirePerson } from '#features/users/server/queries.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { takeBackWord } from './take-back-word.ts'
import { undoForMs, type Comment } from '../contract.ts'

/**
 * Takes back one's own comment before others outside are told, and its effects on the ticket unless changed
 * since.
 * @returns it, to be edited; its files are uploads of its author again
 * @throws {AppError} `conflict` when its time is over; `not_found`, also for another author's
 */
export async function takeBackComment(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  id: string,
): Promise<Comment> {
  await lockVisibleTicket(unit, viewer, ticketId)
  const user = await requirePerson(unit.tx, viewer.id)
  const [comment] = await unit.tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.ticketId, ticketId), eq(comments.userId, viewer.id)))
  if (!comment || (comment.isInternal && !canSeeInternal(viewer))) throw notFound()
  const { content, isInternal, createdAt, searchText } = comment
  // Ignores a clock that was set back since.
  if (Math.abs(unit.now.getTime() - createdAt.getTime()) > undoForMs)
    throw new AppError('conflict', i18n.t('This comment was added a while ago, so it cannot be taken back.'))
  const mentions = await listPeople(unit.tx, comment.mentions)
  const files = await detachFiles(unit, viewer, id)
  const waitedMs = await takeBackWord(unit, viewer, comment)
  await unit.tx.delete(comments).where(eq(comments.id, id))
  await touchTicket(unit, ticketId, !isInternal)
  await dropTexts(unit, [{ id, searchText }])
  await forgetWords(unit.tx, [id])
  unit.announce(
    commentTakenBack({
      actorId: viewer.id,
      ticketId,
      subjectId: id,
      isPublic: !isInternal,
      data: { isInternal, waitedMs },
    }),
  )
  return {
    id,
    content,
    isInternal,
    createdAt: createdAt.toISOString(),
    editedAt: null,
    formerContent: null,
    user,
    mentions,
    attachments: files,
  }
}
