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

/** Nothing from before waits any more, so what was read before need not be known. */
const edge = (now: Date) => new Date(now.getTime() - unreadDays * 24 * 60 * 60 * 1000)

const isReadable = (viewer: Viewer) => (canSeeInternal(viewer) ? undefined : eq(comments.isInternal, false))

/**
 * How many comments by others this viewer has not seen yet, in those of these tickets that they may see: tickets that are not theirs to
 * see are left out like those where nothing waits. Costs a look into an index for each ticket.
 */
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
        // What was written in another system was read there.
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
 * Notes that the viewer has seen this comment and those before it. It is no fact: nobody but themselves hears of it.
 * @returns whether it, or one before it, may have been unread until now
 * @throws {AppError} `not_found` for a comment that is not in this ticket or not theirs to see
 */
export async function markRead(
  { tx, now }: Work,
  viewer: Viewer,
  ticketId: string,
  commentId: string,
): Promise<boolean> {
  // So that the ticket is not deleted meanwhile.
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

/** Makes the check which users have read which of these comments. */
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

/** Forgets what was read so long ago that nothing from then waits any more. */
export async function forgetOldReads({ tx, now }: Work): Promise<void> {
  await tx.delete(ticketReads).where(lt(ticketReads.readTo, edge(now)))
}

/** Deletes what a person has read. */
export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx.delete(ticketReads).where(eq(ticketReads.userId, id))
}
