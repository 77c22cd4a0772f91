import { and, count, eq, gt, gte, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { externalIds } from '#tables/external-ids.ts'
import { ticketReads } from '#tables/ticket-reads.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import { unreadDays, type UnreadComments } from '../contract.ts'

/** Bound before which everything counts as read. */
const edge = (now: Date) => new Date(now.getTime() - unreadDays * 24 * 60 * 60 * 1000)

const isReadable = (viewer: Viewer) => (canSeeInternal(viewer) ? undefined : eq(comments.isInternal, false))

/** Counts unread comments by others in visible tickets, by an index lookup for each ticket. */
export async function listUnreadComments(
  reader: Reader,
  viewer: Viewer,
  ticketIds: readonly string[],
  now: Date,
): Promise<UnreadComments['tickets']> {
  const scope = visibleTo(viewer)
  return reader
    .select({ ticketId: comments.ticketId, unread: count() })
    .from(comments)
    .innerJoin(tickets, eq(tickets.id, comments.ticketId))
    .innerJoin(users, eq(users.id, viewer.id))
    .leftJoin(
      ticketReads,
      and(eq(ticketReads.ticketId, comments.ticketId), eq(ticketReads.userId, viewer.id)),
    )
    .where(
      and(
        inArray(comments.ticketId, [...ticketIds]),
        gt(comments.createdAt, edge(now)),
        gt(comments.createdAt, sql`greatest(${users.commentsReadTo}, ${ticketReads.readTo})`),
        ne(comments.userId, viewer.id),
        isReadable(viewer),
        // Imported comments were read in their former system.
        notExists(
          reader
            .select({ one: sql`1` })
            .from(externalIds)
            .where(eq(externalIds.rowId, comments.id)),
        ),
        scope.conditions,
      ),
    )
    .groupBy(comments.ticketId)
    .prepare('')
    .execute(scope.values)
}

/**
 * Marks this comment and earlier ones. It is no event: only the viewer is told.
 * @returns whether one of them may have been unread
 * @throws {AppError} `not_found` for an invisible comment, or another ticket's
 */
export async function markRead(
  { tx, now }: Work,
  viewer: Viewer,
  ticketId: string,
  commentId: string,
): Promise<boolean> {
  // Lock against deletion of the ticket.
  await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.id, ticketId)).for('key share')
  const [comment] = await tx
    .select({ at: comments.createdAt, readTo: users.commentsReadTo })
    .from(comments)
    .innerJoin(users, eq(users.id, viewer.id))
    .where(and(eq(comments.id, commentId), eq(comments.ticketId, ticketId), isReadable(viewer)))
  if (!comment) throw notFound()
  if (comment.at <= comment.readTo || comment.at <= edge(now)) return false
  const noted = await tx
    .insert(ticketReads)
    .values({ ticketId, userId: viewer.id, readTo: comment.at })
    .onConflictDoUpdate({
      target: [ticketReads.ticketId, ticketReads.userId],
      set: { readTo: comment.at },
      setWhere: lt(ticketReads.readTo, comment.at),
    })
    .returning({ ticketId: ticketReads.ticketId })
  return noted.length > 0
}

/** Makes the check whether a user has read a comment. */
export async function listReads(reader: Reader, commentIds: readonly string[]) {
  const rows =
    commentIds.length === 0
      ? []
      : await reader
          .select({ userId: ticketReads.userId, commentId: comments.id })
          .from(comments)
          .innerJoin(
            ticketReads,
            and(eq(ticketReads.ticketId, comments.ticketId), gte(ticketReads.readTo, comments.createdAt)),
          )
          .where(inArray(comments.id, [...commentIds]))
  const read = new Set(rows.map(({ userId, commentId }) => `${userId} ${commentId}`))
  return (userId: string, commentId: string): boolean => read.has(`${userId} ${commentId}`)
}

/** Deletes marks older than any unread comment. */
export async function forgetOldReads({ tx, now }: Work): Promise<void> {
  await tx.delete(ticketReads).where(lt(ticketReads.readTo, edge(now)))
}

export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx.delete(ticketReads).where(eq(ticketReads.userId, id))
}
