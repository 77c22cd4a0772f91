import { and, asc, eq } from 'drizzle-orm'
import { personColumns } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database.ts'
import { comments } from '#tables/comments.ts'
import { users } from '#tables/users.ts'
import type { Comment } from '../contract.ts'

/** The comments of a ticket, oldest first. */
export async function listComments(
  reader: Reader,
  ticketId: string,
  withInternal: boolean,
): Promise<Comment[]> {
  const rows = await reader
    .select({
      id: comments.id,
      content: comments.content,
      isInternal: comments.isInternal,
      createdAt: comments.createdAt,
      user: personColumns,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.ticketId, ticketId), withInternal ? undefined : eq(comments.isInternal, false)))
    .orderBy(asc(comments.createdAt), asc(comments.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
