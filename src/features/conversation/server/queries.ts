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
import type { TicketDetail } from '../contract.ts'
import { findLinked, listLinks, type Link, type Links } from './links.ts'

type Said = Pick<TicketDetail, 'attachments' | 'participants' | 'mayInvite' | 'hasChat' | 'repliesReopen'> &
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

const anyMessage = prepared<{ ticketId: string }, { id: string }[]>('any_chat_message', (reader) =>
  reader
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(eq(chatMessages.ticketId, sql.placeholder('ticketId')))
    .limit(1),
)

/** Finds a ticket with its newest comments, as this viewer may know it. @param id its id @throws {AppError} `not_found` */
export async function findTicketDetail(
  reader: Reader,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<TicketDetail> {
  const [row, page, attachments, participants, messages, links] = await pipelined([
    requireVisible(reader, viewer, id),
    listComments(reader, viewer, id),
    listAttachments(reader, id, canSeeInternal(viewer)),
    listParticipants(reader, id),
    anyMessage(reader, { ticketId: id }),
    listLinks(reader, [id]),
  ])
  return detailOf(shapeTicket(viewer, row), row, {
    ...page,
    attachments,
    participants,
    mayInvite: canInvite(viewer, row),
    hasChat: canChat(viewer, row) && messages.length > 0,
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
    repliesReopen: true,
    ...(await findLinked(reader, (other) => canSee(viewer, other), links))(row.id),
  })
