import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { listAttachmentsOf } from '#features/attachments/server/queries.ts'
import { listCommentsOf } from '#features/comments/server/queries.ts'
import { canInvite } from '#features/participants/policy.ts'
import { listParticipantsOf } from '#features/participants/server/queries.ts'
import { canChat, canSee, canSeeInternal } from '#features/tickets/policy.ts'
import { findReopening } from '#features/tickets/server/public/reopening.ts'
import {
  selectWholeTickets,
  shapeTicket,
  type WholeRow,
} from '#features/tickets/server/public/ticket-rows.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import type { Viewer } from '#features/users/contract.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketDetail } from '../../contract.ts'
import { findLinked, listLinks } from '../links.ts'
import { hasMails } from '../mailed.ts'
import { detailOf } from '../queries.ts'

const ticketsAtOnce = 200

const ofCompany = (viewer: Viewer, clientId: string) =>
  and(eq(tickets.clientId, clientId), visibleTo(viewer).conditions)

export async function countCompanyTickets(db: Database, viewer: Viewer, clientId: string): Promise<number> {
  const counted = db.select({ total: count() }).from(tickets).where(ofCompany(viewer, clientId)).prepare('')
  return onlyRow(await counted.execute(visibleTo(viewer).values)).total
}

async function shapeAll(
  db: Database,
  viewer: Viewer,
  rows: readonly WholeRow[],
  now: Date,
): Promise<TicketDetail[]> {
  const ids = rows.map(({ id }) => id)
  const companies = new Set(rows.map(({ clientId }) => clientId))
  // A ticket that continues one of these may have been moved to another client.
  const isKnown = (row: WholeRow) => canSee(viewer, row) && companies.has(row.clientId)
  const withInternal = canSeeInternal(viewer)
  const [comments, attachments, participants, talked, mailed, linksOf, isReopened] = await Promise.all([
    listCommentsOf(db, ids, withInternal),
    listAttachmentsOf(db, ids, withInternal),
    listParticipantsOf(db, ids),
    db
      .selectDistinct({ id: chatMessages.ticketId })
      .from(chatMessages)
      .where(inArray(chatMessages.ticketId, ids)),
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(inArray(tickets.id, ids), hasMails(withInternal))),
    listLinks(db, ids).then((links) => findLinked(db, isKnown, links)),
    findReopening(db, now),
  ])
  const commentsOf = Map.groupBy(comments, ({ ticketId }) => ticketId)
  const withChat = new Set(talked.map(({ id }) => id))
  const withMails = new Set(mailed.map(({ id }) => id))
  return rows.map((row) =>
    detailOf(shapeTicket(viewer, row), row, {
      comments: commentsOf.get(row.id) ?? [],
      hasMoreComments: false,
      attachments: attachments.get(row.id) ?? [],
      participants: participants.get(row.id) ?? [],
      mayInvite: canInvite(viewer, row),
      hasChat: canChat(viewer, row) && withChat.has(row.id),
      hasMails: withMails.has(row.id),
      repliesReopen: isReopened(row),
      ...linksOf(row.id),
    }),
  )
}

/** Yields a company's tickets in batches, as this viewer gets each, with all comments, oldest first. */
export async function* listCompanyTickets(
  db: Database,
  viewer: Viewer,
  clientId: string,
  now: Date,
): AsyncGenerator<TicketDetail[]> {
  for (let last: WholeRow | undefined; ;) {
    const behind: WholeRow | undefined = last
    const rows = await selectWholeTickets(db)
      .where(
        and(
          ofCompany(viewer, clientId),
          behind &&
            sql`(${tickets.createdAt}, ${tickets.id}) > (${behind.createdAt}::timestamptz, ${behind.id}::uuid)`,
        ),
      )
      .orderBy(asc(tickets.createdAt), asc(tickets.id))
      .limit(ticketsAtOnce)
      .prepare('')
      .execute(visibleTo(viewer).values)
    if (rows.length > 0) yield await shapeAll(db, viewer, rows, now)
    last = rows.at(-1)
    if (!last || rows.length < ticketsAtOnce) return
  }
}
