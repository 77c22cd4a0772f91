import { z } from 'zod'
import { Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { Attachment, AttachmentIds } from '../attachments/contract.ts'

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

const mostMentions = 20

export const NewComment = z.object({
  content: requiredText('Comment', limits.comment),
  /** Seen by staff only. Stored as false when a client sends it. */
  isInternal: z.boolean({ error: 'isInternal must be true or false' }).default(false),
  /** Members of the team whose names, such as `@Ada Berg`, stand in an internal comment. They are notified. */
  mentions: z
    .array(Id, { error: 'mentions must be a list of ids' })
    .max(mostMentions, `mentions must have at most ${mostMentions} entries`)
    .default([]),
  attachmentIds: AttachmentIds,
})
export type NewComment = z.output<typeof NewComment>

/** As it stands in the text of a comment. */
export const mentionOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  `@${`${firstName} ${lastName}`.trim()}`

export const commentApi = api({
  mentionable: {
    method: 'GET',
    path: '/api/tickets/:id/mentionable',
    summary: 'Members of the team an internal comment can call by name, those first whose name begins with q',
    access: staff,
    params: ById,
    query: z.object({ q: text('q', limits.search).optional() }),
    reply: z.array(Person),
  },
  add: {
    method: 'POST',
    path: '/api/tickets/:id/comments',
    summary: 'Add a comment to a ticket',
    access: 'signed-in',
    params: ById,
    body: NewComment,
    reply: Comment,
    status: 201,
    idempotent: true,
  },
})
