import type { Viewer } from '#features/users/contract.ts'
import type { FieldChanges } from '#platform/server/changed-fields.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

type By = Pick<Viewer, 'id'>

const about = (type: string, productId: string, by: By, data: Record<string, unknown>): Announcement => ({
  type,
  isPublic: false,
  subjectId: productId,
  actorId: by.id,
  data,
})

export const productCreated = (product: { id: string; name: string }, by: By) =>
  about('product.created', product.id, by, { name: product.name })
/** `changes` says of each field what it was and what it has become. */
export const productChanged = (productId: string, changes: FieldChanges, by: By) =>
  about('product.changed', productId, by, { changes })
export const productMemberAdded = (productId: string, userId: string, role: string, by: By) =>
  about('product.member_added', productId, by, { userId, role })
export const productMemberRemoved = (productId: string, userId: string, by: By) =>
  about('product.member_removed', productId, by, { userId })
