import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, requiredText, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

export const Comment = z.object({
  id: Id,
  content: z.string(),
  isInternal: z.boolean(),
  createdAt: Timestamp,
  user: Person,
})
export type Comment = z.infer<typeof Comment>

export const NewComment = z.object({
  content: requiredText('Comment', limits.comment),
  /** Seen by staff only. Stored as false when a client sends it. */
  isInternal: z.boolean({ error: 'isInternal must be true or false' }).default(false),
})
export type NewComment = z.output<typeof NewComment>

export const commentApi = api({
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
