import { z } from 'zod'
import { Attachment, AttachmentIds } from '#features/attachments/contract.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { desk, Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, idList, idOf, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'

/** Statuses that a ticket can be set to with an answer. */
export const answerStatuses = ['testing', 'resolved'] as const
export const AnswerStatus = z.enum(answerStatuses, {
  error: () => i18n.t('Status must be one of: {join}', { join: answerStatuses.join(', ') }),
})
export type AnswerStatus = z.infer<typeof AnswerStatus>

export const Comment = z.object({
  id: Id,
  content: z.string(),
  isInternal: z.boolean(),
  createdAt: Timestamp,
  /** Its author corrected it; null: never. */
  editedAt: Timestamp.nullable().catch(null),
  /** As it was first written; null for clients, and if it was never corrected. */
  formerContent: z.string().nullable().catch(null),
  user: Person,
  /** Draft that came along with a hand-over, until its receiver has taken it; for staff only. */
  handed: z.object({ toId: Id, draft: z.string() }).optional().catch(undefined),
  /** Mentioned team members; empty on a public comment. */
  mentions: z.array(Person),
  attachments: z.array(Attachment),
})
export type Comment = z.infer<typeof Comment>

export const commentPageSize = 200

export const CommentPage = z.object({
  comments: z.array(Comment),
  hasMoreComments: z.boolean(),
})
export type CommentPage = z.infer<typeof CommentPage>

const mostMentions = 20
/** Time for its author to take a comment back, before others outside are told. */
export const undoForMs = 10_000

/** Time for its author to correct a comment, in milliseconds. */
export const editForMs = 5 * 60_000

export const NewComment = z.object({
  content: requiredText(() => i18n.t('Comment'), limits.comment),
  /** Visible to staff only. Stored as false when a client sends it. */
  isInternal: z.boolean({ error: () => i18n.t('isInternal must be true or false') }).default(false),
  /** Team members named in an internal comment, such as `@Ada Berg`. They are notified. */
  mentions: z
    .array(Id, { error: () => i18n.t('mentions must be a list of ids') })
    .max(mostMentions, {
      error: () => i18n.t('mentions must have at most {mostMentions} entries', { mostMentions }),
    })
    .default([]),
  attachmentIds: AttachmentIds,
  /** A client's word that needs no answer: a finished ticket stays so. Ignored from staff. */
  isThanks: z.boolean({ error: () => i18n.t('isThanks must be true or false') }).default(false),
  /** Assigns an unassigned ticket to the author of a public comment; the desk only. */
  assignToMe: z.boolean({ error: () => i18n.t('assignToMe must be true or false') }).default(false),
  /** Status set with the comment, by staff only. Honours If-Match. */
  status: AnswerStatus.optional(),
})
export type NewComment = z.output<typeof NewComment>

export const HandOver = z.object({
  assignedToId: idOf({ error: () => i18n.t('assignedToId must be the id of a member of the team') }),
  /** Internal comment for the receiver. */
  note: requiredText(() => i18n.t('Note'), limits.comment),
  mentions: NewComment.shape.mentions,
  /** Half-written answer, which the receiver finds in their comment box. */
  draft: text(() => i18n.t('Draft'), limits.comment).optional(),
})
export type HandOver = z.output<typeof HandOver>

const CommentEdit = NewComment.pick({ content: true })

/** Readers of a ticket's public comments at this moment, beside the team. */
export const CommentReaders = z.object({
  /** Names of at most two readers, the requester first. */
  names: z.array(z.string()),
  total: z.number().int(),
  /** Company of the ticket; null where one of the readers does not belong to it. */
  company: z.string().nullable(),
  /** Names of at most two readers who were added to the ticket, and are not among those above. */
  added: z.array(z.string()),
  totalAdded: z.number().int(),
})
export type CommentReaders = z.infer<typeof CommentReaders>

/** Most tickets of one call. */
export const mostAskedUnread = 100
/** Days after which a comment counts as read. */
export const unreadDays = 90

/** Counts of unread comments by others, by ticket; a ticket without any is absent. */
export const UnreadComments = z.object({
  tickets: z.array(z.object({ ticketId: Id, unread: z.number().int() })),
})
export type UnreadComments = z.infer<typeof UnreadComments>

/** Tells every socket of the reader to drop its unread marks of the ticket. */
export const CommentsRead = z.object({ type: z.literal('comments:read'), ticketId: Id })
export type CommentsRead = z.infer<typeof CommentsRead>

/** Formats a mention as in the text of a comment. */
export const mentionOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  `@${`${firstName} ${lastName}`.trim()}`

/** Ticket with its loaded comments, as in its detail. */
export type CommentedTicket = Ticket & CommentPage & { createdBy: Person }

export const ImportedComment = NewComment.pick({ content: true, isInternal: true })
export type ImportedComment = z.output<typeof ImportedComment>

export const commentApi = api({
  before: {
    method: 'GET',
    path: '/api/tickets/:id/comments',
    summary: `The newest ${commentPageSize} of the comments before one of them, oldest first`,
    access: 'signed-in',
    params: ById,
    query: z.object({
      before: idOf({ error: () => i18n.t('before must be the id of a comment of this ticket') }),
    }),
    reply: CommentPage,
  },
  mentionable: {
    method: 'GET',
    path: '/api/tickets/:id/mentionable',
    summary: 'Members of the team an internal comment can call by name, those first whose name begins with q',
    access: staff,
    params: ById,
    query: z.object({ q: text(() => 'q', limits.search).optional() }),
    reply: z.array(Person),
  },
  readers: {
    method: 'GET',
    path: '/api/tickets/:id/readers',
    summary: 'The people of the client who can read the public comments of a ticket, by name',
    access: staff,
    params: ById,
    reply: CommentReaders,
  },
  add: {
    method: 'POST',
    path: '/api/tickets/:id/comments',
    summary: 'Add a comment to a ticket; staff may set its status with it, which honours If-Match',
    access: 'signed-in',
    params: ById,
    body: NewComment,
    reply: Comment,
    status: 201,
    idempotent: true,
    ifMatch: true,
  },
  handOver: {
    method: 'POST',
    path: '/api/tickets/:id/hand-over',
    summary: 'Assign a ticket with an internal comment, and with a draft for the receiver; honours If-Match',
    access: desk,
    params: ById,
    body: HandOver,
    reply: Comment,
    status: 201,
    idempotent: true,
    ifMatch: true,
  },
  takeDraft: {
    method: 'DELETE',
    path: '/api/tickets/:id/comments/:commentId/draft',
    summary: 'Note that the receiver of a hand-over has taken its draft; nobody else is told',
    access: staff,
    params: ById.extend({ commentId: Id }),
    reply: z.object({ message: z.string() }),
  },
  unread: {
    method: 'GET',
    path: '/api/tickets/unread',
    summary: 'How many comments of these tickets the viewer has not seen yet',
    access: 'signed-in',
    query: z.object({
      ids: idList(
        `ids must be ids of tickets with commas between, at most ${mostAskedUnread}`,
        mostAskedUnread,
      ),
    }),
    reply: UnreadComments,
  },
  read: {
    method: 'POST',
    path: '/api/tickets/:id/comments/:commentId/read',
    summary: 'Note that the viewer has seen this comment and those before it; nobody else is told',
    access: 'signed-in',
    params: ById.extend({ commentId: Id }),
    reply: UnreadComments,
  },
  edit: {
    method: 'PATCH',
    path: '/api/comments/:id',
    summary: 'Correct a comment of one’s own within five minutes; staff can read how it was',
    access: 'signed-in',
    params: ById,
    body: CommentEdit,
    reply: Comment,
  },
  remove: {
    method: 'DELETE',
    path: '/api/comments/:id',
    summary: 'Delete a comment with its files; it can be restored for 30 days',
    access: desk,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
  takeBack: {
    method: 'DELETE',
    path: '/api/tickets/:id/comments/:commentId',
    summary: 'Take back a comment of one’s own within ten seconds, before anybody is mailed of it',
    access: 'signed-in',
    params: ById.extend({ commentId: Id }),
    reply: Comment,
    idempotent: true,
  },
})
