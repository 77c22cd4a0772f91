import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { changedRule } from '#platform/server/live-rule.ts'

/** The desk hears that products, or the people who work on them, have changed. */
export const productLive = changedRule<Viewer>(
  'products',
  (viewer, { type }) => isDesk(viewer) && type.startsWith('product.'),
)
