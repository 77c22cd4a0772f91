import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { LoggedChanges } from '#platform/server/database/changed-fields.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Products')

const aboutProduct = { heading, about: 'product', isPublic: false } as const

export const productCreated = defineFact('product.created', {
  ...aboutProduct,
  says: () => i18n.t('Created a product'),
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
export const productChanged = defineFact('product.changed', {
  ...aboutProduct,
  says: () => i18n.t('Changed a product'),
  payload: z.object({ changes: LoggedChanges }),
})
export const productDeleted = defineFact('product.deleted', {
  ...aboutProduct,
  says: () => i18n.t('Deleted a product'),
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
/** Restores the links of its tickets, too. */
export const productRestored = defineFact('product.restored', {
  ...aboutProduct,
  says: () => i18n.t('Restored a product'),
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
export const productMemberAdded = defineFact('product.member_added', {
  ...aboutProduct,
  says: () => i18n.t('Added a member to a product'),
  payload: z.object({ userId: z.string(), role: z.string() }),
})
export const productMemberRemoved = defineFact('product.member_removed', {
  ...aboutProduct,
  says: () => i18n.t('Removed a member from a product'),
  payload: z.object({ userId: z.string() }),
})
