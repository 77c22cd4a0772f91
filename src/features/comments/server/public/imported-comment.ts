import { randomUUID } from 'node:crypto'
import { and, asc, eq, gte, lt, ne } from 'drizzle-orm'
import { dropText, indexText } from '#features/ticket-search/server/public/text-index.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { commentImported } from '#features/tickets/server/events.ts'
import { laterOf } from '#features/tickets/server/public/imported-ticket.ts'
import { lockTicket, updateTicket, type TicketRow } from '#features/tickets/server/public/ticket-writes.ts'
import { turnAfterWord } from '#features/tickets/server/public/turn.ts'
import { requireWholeTicket } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { findUser } from '#features/users/server/queries.ts'
import { invalid, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { changedFields } from '#platform/server/database/changed-fields.ts'
import type { Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import type { ImportedComment } from '../../contract.ts'

export interface Written {
  author: Pick<Viewer, 'id' | 'role'>
  createdAt: Date
}

/** @throws {AppError} `invalid`: a client's comment is not internal, nor may an internal one become public */
function requireReadable({ author }: Pick<Written, 'author'>, isInternal: boolean): void {
  if (isInternal && !canSeeInternal(author))
    throw invalid('isInternal', i18n.t('A comment by a client cannot be internal'))
}

/**
 * Keeps the order of comments with equal dates: each takes the ticket's next free millisecond, up to a
 * second.
 * @param id of the comment that is to have it
 */
async function freeMoment(tx: Tx, ticketId: string, id: string, wanted: Date): Promise<Date> {
  const end = new Date(wanted.getTime() + 1000)
  const taken = await tx
    .select({ at: comments.createdAt })
    .from(comments)
    .where(
      and(
        eq(comments.ticketId, ticketId),
        gte(comments.createdAt, wanted),
        lt(comments.createdAt, end),
        ne(comments.id, id),
      ),
    )
    .orderBy(asc(comments.createdAt))
  let free = wanted.getTime()
  for (const { at } of taken) if (at.getTime() === free) free++
  return new Date(free)
}

/**
 * Imports a comment and recomputes the ticket's last change, first answer and turn, in any order of comments.
 * Notifies nobody.
 * @returns its id
 * @throws {AppError} `not_found`; `invalid` for an internal comment of a client
 */
export async function importComment(
  unit: Work,
  by: Viewer,
  ticketId: string,
  { content, isInternal }: ImportedComment,
  { author, createdAt: wantedAt }: Written,
): Promise<string> {
  requireReadable({ author }, isInternal)
  const locked = await lockTicket(unit, ticketId)
  const ticket = await requireWholeTicket(unit.tx, ticketId)
  const id = randomUUID()
  const createdAt = await freeMoment(unit.tx, ticketId, id, wantedAt)
  const searchText = searchable(content)
  await unit.tx
    .insert(comments)
    .values({ id, ticketId, userId: author.id, content, isInternal, createdAt, searchText })
  unit.send(indexText(unit, { ticket: locked, id, isInternal, text: searchText }))
  const said: TicketRow = {
    ...locked,
    version: locked.version + 1,
    updatedAt: laterOf(locked.updatedAt, createdAt),
  }
  if (!isInternal) {
    said.publicVersion++
    said.publicUpdatedAt = laterOf(locked.publicUpdatedAt, createdAt)
    // Other systems have answers older than their tickets; the waiting time must not be negative.
    const answeredAt = laterOf(locked.createdAt, createdAt)
    const isAnswer = !isClient(author)
    if (isAnswer && (locked.firstResponseAt ?? answeredAt) >= answeredAt) said.firstResponseAt = answeredAt
    if (locked.turnSince && createdAt >= locked.turnSince) {
      const turn = turnAfterWord({ ...author, managedClientIds: [], clientIds: [] }, ticket)
      if (turn !== locked.turn) Object.assign(said, { turn, turnSince: turn && createdAt })
    }
  }
  unit.send(updateTicket(unit, said))
  unit.announce(commentImported({ actorId: by.id, ticketId, subjectId: id, isPublic: !isInternal }))
  return id
}

/** @returns the fields that were different @throws {AppError} `not_found`; as `importComment` */
export async function changeImportedComment(
  unit: Work,
  by: Viewer,
  { ticketId, id }: { ticketId: string; id: string },
  { content, isInternal }: Partial<ImportedComment>,
  { author, createdAt }: Partial<Written>,
): Promise<string[]> {
  const locked = await lockTicket(unit, ticketId)
  const [before] = await unit.tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.ticketId, ticketId)))
  if (!before) throw notFound()
  const wanted = {
    content,
    isInternal,
    createdAt: createdAt && (await freeMoment(unit.tx, ticketId, id, createdAt)),
    userId: author?.id,
  }
  const fields = Object.keys(changedFields<Partial<typeof before>>(before, wanted))
  if (fields.length === 0) return []
  const after = {
    ...before,
    ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
  }
  const writer = author ?? (await findUser(unit.tx, after.userId))
  if (!writer) throw notFound()
  requireReadable({ author: writer }, after.isInternal)
  // Index anew: its readers may have changed.
  await dropText(unit, before)
  const searchText = searchable(after.content)
  await unit.tx
    .update(comments)
    .set({ ...after, searchText })
    .where(eq(comments.id, id))
  unit.send(indexText(unit, { ticket: locked, id, isInternal: after.isInternal, text: searchText }))
  const isPublic = !before.isInternal || !after.isInternal
  const publicVersion = locked.publicVersion + (isPublic ? 1 : 0)
  unit.send(updateTicket(unit, { ...locked, version: locked.version + 1, publicVersion }))
  unit.announce(commentImported({ actorId: by.id, ticketId, subjectId: id, isPublic }))
  return fields
}
