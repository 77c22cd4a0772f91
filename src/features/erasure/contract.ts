import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, email } from '#platform/contract/fields.ts'

/** What is erased with a person. */
export const ErasurePreview = z.object({
  /** Tickets they submitted, or had submitted for them: subject and description are replaced. */
  tickets: z.number().int(),
  comments: z.number().int(),
  messages: z.number().int(),
  /** Files they have attached: they are removed. */
  files: z.number().int(),
  /** Things in Deleted that hold something of theirs. */
  deleted: z.number().int(),
  /** Somebody else is called the same, so that the name has to stay in what others wrote. */
  isNameShared: z.boolean(),
  /** Why they cannot be erased now. */
  hindrance: z.string().nullable(),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const erasureApi = api({
  preview: {
    method: 'GET',
    path: '/api/users/:id/erasure',
    summary: 'How much would be erased with a person, and what stands in the way',
    access: ['super_user'],
    params: ById,
    reply: ErasurePreview,
  },
  erase: {
    method: 'POST',
    path: '/api/users/:id/erasure',
    summary:
      'Erase a person for good: name, address, number, photo and texts are replaced everywhere, their files are removed; figures stay',
    access: ['super_user'],
    params: ById,
    body: z.object({
      /** Of the person, so that nobody else is erased by mistake. */
      email: email(() => i18n.t('Enter the email address of the person')),
    }),
    reply: z.object({
      message: z.string(),
      /** False: there is so much of it that it goes on after this answer. */
      isFinished: z.boolean(),
    }),
  },
})
