import { eq, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { onlyRow } from '#platform/server/database.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { canSeeInternal } from '../../policy.ts'
import { commentAdded } from '../../server/events.ts'
import { requireVisible } from '../../server/queries.ts'
import { noteAnswer } from '../../server/service.ts'
import type { Comment, NewComment } from '../contract.ts'

/**
 * Adds a comment and moves the ticket's clock: the public one only for what everybody may read. A client's comment is never internal.
 * @throws {AppError} `not_found` for a ticket the viewer may not see.
 */
export async function addComment(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  input: NewComment,
): Promise<Comment> {
  await requireVisible(unit.tx, viewer, ticketId)
  const isInternal = input.isInternal && canSeeInternal(viewer)
  // The ticket first: a comment's foreign key would lock it weakly, and two comments at once would then wait for each other.
  const [locked] = await unit.tx
    .update(tickets)
    .set({
      updatedAt: unit.now,
      version: sql`${tickets.version} + 1`,
      ...(!isInternal && { publicUpdatedAt: unit.now, publicVersion: sql`${tickets.publicVersion} + 1` }),
    })
    .where(eq(tickets.id, ticketId))
    .returning({ id: tickets.id })
  if (!locked) throw notFound()
  if (!isInternal) await noteAnswer(unit, viewer, ticketId)
  const rows = await unit.tx
    .insert(comments)
    .values({
      ticketId,
      userId: viewer.id,
      content: input.content,
      isInternal,
      createdAt: unit.now,
      searchText: searchable(input.content),
    })
    .returning()
  const row = onlyRow(rows)
  const user = onlyRow(await listPeople(unit.tx, [viewer.id]))
  unit.announce(commentAdded(row, viewer))
  return { id: row.id, content: row.content, isInternal, createdAt: row.createdAt.toISOString(), user }
}
