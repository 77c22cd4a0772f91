import { eq, sql } from 'drizzle-orm'
import type { Attachment } from '#features/attachments/contract.ts'
import { listAttachments } from '#features/attachments/server/queries.ts'
import { type BareComments, listComments, withFiles } from '#features/comments/server/queries.ts'
import { canInvite } from '#features/participants/policy.ts'
import { listParticipants } from '#features/participants/server/queries.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { canChat, canSee, canSeeInternal } from '#features/tickets/policy.ts'
import { isReopenedByReply } from '#features/tickets/server/public/reopening.ts'
import { shapeTicket, type WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { type Reader, prepared, pipelined } from '#platform/server/database/query-builder.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketDetail } from '../contract.ts'
import { findLinked, listLinks, type Link, type Links } from './links.ts'
import { hasMails } from './mailed.ts'

type Said = Pick<
  TicketDetail,
  'attachments' | 'participants' | 'mayInvite' | 'hasChat' | 'hasMails' | 'repliesReopen'
> &
  Links &
  BareComments

/** Puts a ticket together with everything said on it that the viewer may know. */
export const detailOf = (
  ticket: Ticket,
  row: WholeRow,
  { comments, attachments, ...said }: Said,
): TicketDetail => ({
  ...ticket,
  description: row.description,
  createdBy: {
    id: row.createdById,
    firstName: row.creatorFirstName,
    lastName: row.creatorLastName,
    profileImageUrl: row.creatorImage,
  },
  ...said,
  comments: withFiles(comments, attachments),
  attachments,
})

const selectOther = (reader: Reader, withInternal: boolean) =>
  reader
    .select({
      hasChat: sql<boolean>`exists (select from ${chatMessages} m where m.ticket_id = ${tickets}.id)`,
      hasMails: hasMails(withInternal),
    })
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder('ticketId')))
type Other = Awaited<ReturnType<typeof selectOther>>

/** Tells what else there is of a ticket, loaded by calls of their own. */
const otherForStaff = prepared<{ ticketId: string }, Other>('other_of_ticket', (reader) =>
  selectOther(reader, true),
)
const otherForClients = prepared<{ ticketId: string }, Other>('other_of_ticket_public', (reader) =>
  selectOther(reader, false),
)

/** Finds a ticket with its newest comments, as this viewer may know it. @param id its id @throws {AppError} `not_found` */
export async function findTicketDetail(
  reader: Reader,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<TicketDetail> {
  const withInternal = canSeeInternal(viewer)
  const [row, page, attachments, participants, [other], links] = await pipelined([
    requireVisible(reader, viewer, id),
    listComments(reader, viewer, id),
    listAttachments(reader, id, withInternal),
    listParticipants(reader, id),
    (withInternal ? otherForStaff : otherForClients)(reader, { ticketId: id }),
    listLinks(reader, [id]),
  ])
  return detailOf(shapeTicket(viewer, row), row, {
    ...page,
    attachments,
    participants,
    mayInvite: canInvite(viewer, row),
    hasChat: canChat(viewer, row) && other?.hasChat === true,
    hasMails: other?.hasMails === true,
    repliesReopen: await isReopenedByReply(reader, row, now),
    ...(await findLinked(reader, (other) => canSee(viewer, other), links))(id),
  })
}

/** Shapes a new ticket, which has no comments yet. @param links to the ticket it continues */
export const shapeNewTicket = async (
  reader: Reader,
  viewer: Viewer,
  row: WholeRow,
  attachments: Attachment[],
  links: readonly Link[] = [],
): Promise<TicketDetail> =>
  detailOf(shapeTicket(viewer, row), row, {
    comments: [],
    hasMoreComments: false,
    attachments,
    participants: [],
    mayInvite: canInvite(viewer, row),
    hasChat: false,
    hasMails: false,
    repliesReopen: true,
    ...(await findLinked(reader, (other) => canSee(viewer, other), links))(row.id),
  })
