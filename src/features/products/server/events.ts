import { z } from 'zod'
import { LoggedChanges } from '#platform/server/database/changed-fields.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutProduct = { about: 'product', isPublic: false } as const

export const productCreated = defineFact('product.created', {
  ...aboutProduct,
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
export const productChanged = defineFact('product.changed', {
  ...aboutProduct,
  payload: z.object({ changes: LoggedChanges }),
})
export const productDeleted = defineFact('product.deleted', {
  ...aboutProduct,
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
/** As it was when it was deleted, and so are the tickets that named it. */
export const productRestored = defineFact('product.restored', {
  ...aboutProduct,
  payload: z.object({ name: z.string() }),
  subjectName: 'name',
})
export const productMemberAdded = defineFact('product.member_added', {
  ...aboutProduct,
  payload: z.object({ userId: z.string(), role: z.string() }),
})
export const productMemberRemoved = defineFact('product.member_removed', {
  ...aboutProduct,
  payload: z.object({ userId: z.string() }),
})
