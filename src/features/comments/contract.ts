import type { Ticket } from '#features/tickets/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { desk, Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, idList, idOf, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { Attachment, AttachmentIds } from '#features/attachments/contract.ts'

/** What a ticket can be set to together with an answer. */
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
  user: Person,
  /** The members of the team it calls by name; never any on a comment that clients may read. */
  mentions: z.array(Person),
  attachments: z.array(Attachment),
})
export type Comment = z.infer<typeof Comment>

/** As many comments are answered at once. */
export const commentPageSize = 200

/** A part of a ticket's comments, oldest first. */
export const CommentPage = z.object({
  comments: z.array(Comment),
  /** There are older ones. */
  hasMoreComments: z.boolean(),
})
export type CommentPage = z.infer<typeof CommentPage>

const mostMentions = 20
/** For so long its author can take a comment back, and nobody outside of the house is told of it. */
export const undoForMs = 10_000

export const NewComment = z.object({
  content: requiredText(() => i18n.t('Comment'), limits.comment),
  /** Seen by staff only. Stored as false when a client sends it. */
  isInternal: z.boolean({ error: () => i18n.t('isInternal must be true or false') }).default(false),
  /** Members of the team whose names, such as `@Ada Berg`, stand in an internal comment. They are notified. */
  mentions: z
    .array(Id, { error: () => i18n.t('mentions must be a list of ids') })
    .max(mostMentions, {
      error: () => i18n.t('mentions must have at most {mostMentions} entries', { mostMentions }),
    })
    .default([]),
  attachmentIds: AttachmentIds,
  /** Staff only: what the ticket is set to with it. Honours If-Match. */
  status: AnswerStatus.optional(),
})
export type NewComment = z.output<typeof NewComment>

/** Who, beside the whole team, may read the public comments of a ticket at this moment. */
export const CommentReaders = z.object({
  /** The names of at most two of them, the requester first. */
  names: z.array(z.string()),
  /** How many they are. */
  total: z.number().int(),
  /** The company of the ticket; null where one of them does not belong to it. */
  company: z.string().nullable(),
})
export type CommentReaders = z.infer<typeof CommentReaders>

/** The most tickets that are asked about at once. */
export const mostAskedUnread = 100
/** How many days a comment waits to be read; then it counts as read. */
export const unreadDays = 90

/** How many comments by others the viewer has not seen yet, by ticket; a ticket without any is left out. */
export const UnreadComments = z.object({
  tickets: z.array(z.object({ ticketId: Id, unread: z.number().int() })),
})
export type UnreadComments = z.infer<typeof UnreadComments>

/** To every socket of the person who has read: what else shows the ticket unread is outdated. */
export const CommentsRead = z.object({ type: z.literal('comments:read'), ticketId: Id })
export type CommentsRead = z.infer<typeof CommentsRead>

/** As it stands in the text of a comment. */
export const mentionOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  `@${`${firstName} ${lastName}`.trim()}`

/** A ticket with those of its comments that are loaded, as its detail carries them. */
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
