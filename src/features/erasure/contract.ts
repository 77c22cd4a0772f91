import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, email, Id, Timestamp } from '#platform/contract/fields.ts'

/** Bound of the list. */
export const mostPlaces = 200

const Place = z.object({
  kind: z.enum(['ticket', 'client', 'product', 'answer']),
  id: Id,
  name: z.string(),
  /** Found address or number with the letters around it. */
  before: z.string(),
  found: z.string(),
  after: z.string(),
})
export type Place = z.infer<typeof Place>

export const ErasurePreview = z.object({
  /** Counts of the person's texts, which are replaced on request. */
  ownTexts: z.object({
    descriptions: z.number().int(),
    comments: z.number().int(),
    messages: z.number().int(),
  }),
  places: z.array(Place).max(mostPlaces),
  /** More places exist, or older texts were not searched. */
  hasMore: z.boolean(),
  /** Copies of the whole database that upgrades have left on the server's disk. */
  copies: z.array(z.object({ name: z.string(), madeAt: Timestamp })),
  /** Reason why the person cannot be erased now. */
  hindrance: z.string().nullable(),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const erasureApi = api({
  preview: {
    method: 'GET',
    path: '/api/users/:id/erasure',
    summary:
      'What erasing a person would change, where their address or number stays, and what stands in the way',
    access: ['super_user'],
    params: ById,
    reply: ErasurePreview,
  },
  erase: {
    method: 'POST',
    path: '/api/users/:id/erasure',
    summary:
      'Erase a person for good: name, address, number, photo, company and whatever else is theirs alone; with `ownTexts` also the words they wrote',
    access: ['super_user'],
    needsPassword: true,
    params: ById,
    body: z.object({
      /** Address of the person, so that nobody else is erased by mistake. */
      email: email(() => i18n.t('Enter the email address of the person')),
      ownTexts: z.boolean({ error: () => i18n.t('ownTexts must be true or false') }).default(false),
    }),
    reply: z.object({ message: z.string() }),
  },
})
