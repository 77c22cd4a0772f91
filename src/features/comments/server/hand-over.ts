import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { canAssign } from '#features/tickets/policy.ts'
import { applyChange, requireSeen } from '#features/tickets/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { forbidden, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import type { Comment, HandOver } from '../contract.ts'
import { addCommentTo, lockForComment } from './service.ts'

/**
 * Adds the internal comment, keeps the draft for the receiver, and assigns the ticket to them, or nothing of it.
 * Taking the comment back undoes all three.
 * @param ifMatch versions that the caller has seen; absent: any
 * @throws {AppError} as `addComment` and `changeTicket`; `invalid` for the viewer
 */
export async function handOver(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  { assignedToId, note, mentions, draft = '' }: HandOver,
  ifMatch?: readonly string[],
): Promise<Comment> {
  const found = await lockForComment(unit, viewer, ticketId)
  if (!canAssign(viewer)) throw forbidden()
  requireSeen(viewer, found.ticket, ifMatch)
  if (assignedToId === viewer.id)
    throw invalid('assignedToId', i18n.t('A ticket is handed over to somebody else'))
  const id = randomUUID()
  const input = { content: note, isInternal: true, mentions, id }
  const { comment, after } = await addCommentTo(unit, viewer, found, input)
  await applyChange(unit, viewer, after, { assignedToId, commentId: id })
  if (draft.trim() === '') return comment
  await unit.tx
    .update(comments)
    .set({ handedToId: assignedToId, handedDraft: draft })
    .where(eq(comments.id, id))
  return { ...comment, handed: { toId: assignedToId, draft } }
}

const untaken = { handedToId: null, handedDraft: null }

/** Forgets a draft that its receiver has in their comment box; others' drafts stay. It is no event. */
export async function takeDraft({ tx }: Work, viewer: Viewer, ticketId: string, id: string): Promise<void> {
  const isTheirs = and(
    eq(comments.id, id),
    eq(comments.ticketId, ticketId),
    eq(comments.handedToId, viewer.id),
  )
  await tx.update(comments).set(untaken).where(isTheirs)
}

/** Forgets the drafts that a person has handed over. */
export async function forgetDrafts({ tx }: Work, { id }: FormerPerson): Promise<void> {
  await tx.update(comments).set(untaken).where(eq(comments.userId, id))
}
