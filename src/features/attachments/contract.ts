import { z } from 'zod'
import { desk, Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, Timestamp } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'

export const Attachment = z.object({
  id: Id,
  fileName: z.string(),
  /** Size in bytes. */
  fileSize: z.number().int(),
  /** Type found in the content. */
  mimeType: z.string(),
  createdAt: Timestamp,
  uploadedBy: Person,
  /** Comment that has the file; null for one of the ticket or of a chat message. */
  commentId: Id.nullable(),
})
export type Attachment = z.infer<typeof Attachment>

const ids = z
  .array(Id, { error: () => i18n.t('attachmentIds must be a list of ids') })
  .max(limits.filesAtOnce, {
    error: () =>
      i18n.t('attachmentIds must have at most {filesAtOnce} entries', { filesAtOnce: limits.filesAtOnce }),
  })

/** Finished uploads of the caller, to be attached to the new ticket, comment or message. */
export const AttachmentIds = ids.default([])

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
/** Types that a browser shows without running anything; all others are only downloaded. */
export const shownInline = [...pictureTypes, 'application/pdf'] as const

export const attachmentApi = api({
  add: {
    method: 'POST',
    path: '/api/tickets/:id/attachments',
    summary: 'Attach finished uploads to a ticket',
    access: 'signed-in',
    params: ById,
    body: z.object({ attachmentIds: ids }),
    reply: z.array(Attachment),
    status: 201,
    idempotent: true,
  },
  download: {
    method: 'GET',
    path: '/api/attachments/:id',
    summary: 'The file itself, to save; with inline=true images and PDF to be shown',
    access: 'signed-in',
    params: ById,
    query: z.object({
      inline: z.enum(['true', 'false'], { error: 'inline must be true or false' }).optional(),
    }),
    reply: z.file(),
  },
  remove: {
    method: 'DELETE',
    path: '/api/attachments/:id',
    summary: 'Remove a file from what it was added to',
    access: desk,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
})
