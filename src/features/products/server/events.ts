import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

export const productCreated = (product: { id: string; name: string }, by: Viewer): Announcement => ({
  type: 'product.created',
  isPublic: false,
  subjectId: product.id,
  actorId: by.id,
  data: { name: product.name },
})
