import { and, eq, sql } from 'drizzle-orm'
import { listAttachments } from '#features/attachments/server/queries.ts'
import { indexChangedText, markWordsForCheck } from '#features/ticket-search/server/public/text-index.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { commentEdited } from '#features/tickets/server/events.ts'
import { lockVisibleTicket, touchTicket } from '#features/tickets/server/public/ticket-writes.ts'
import type { Viewer } from '#features/users/contract.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { editForMs, type Comment } from '../contract.ts'
import { findCommentTicket, requireComment, withFiles } from './queries.ts'
import { doesMention } from './service.ts'

/**
 * Corrects one's own comment; mails that are not sent yet carry the new text. Nobody is mailed of it, so no
 * mention is added; one whose name is gone is dropped. The same text changes nothing.
 * @throws {AppError} `not_found`, also for another author's; `conflict` when its time is over
 */
export async function editComment(unit: Work, viewer: Viewer, id: string, content: string): Promise<Comment> {
  const ticketId = await findCommentTicket(unit.tx, id)
  if (ticketId === undefined) throw notFound()
  const { locked } = await lockVisibleTicket(unit, viewer, ticketId)
  const withInternal = canSeeInternal(viewer)
  const [before] = await unit.tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.userId, viewer.id)))
    .for('no key update')
  if (!before || (before.isInternal && !withInternal)) throw notFound()
  // Ignores a clock that was set back since.
  if (Math.abs(unit.now.getTime() - before.createdAt.getTime()) > editForMs)
    throw new AppError('conflict', i18n.t('This comment was added a while ago, so it cannot be edited.'))
  if (content !== before.content) {
    const { isInternal } = before
    const mentioned = await listPeople(unit.tx, before.mentions)
    const searchText = searchable(content)
    await unit.tx
      .update(comments)
      .set({
        content,
        searchText,
        editedAt: unit.now,
        formerContent: sql`coalesce(${comments.formerContent}, ${before.content})`,
        mentions: mentioned.filter((person) => doesMention(searchText, person)).map((person) => person.id),
      })
      .where(eq(comments.id, id))
    await touchTicket(unit, ticketId, !isInternal)
    await markWordsForCheck(unit, [before.searchText])
    await indexChangedText(unit, { ticket: locked, id, isInternal, text: searchText })
    unit.announce(
      commentEdited({
        actorId: viewer.id,
        ticketId,
        subjectId: id,
        isPublic: !isInternal,
        data: { isInternal },
      }),
    )
  }
  const [comment] = withFiles(
    [await requireComment(unit.tx, viewer, ticketId, id)],
    await listAttachments(unit.tx, ticketId, withInternal),
  )
  if (!comment) throw notFound()
  return comment
}
