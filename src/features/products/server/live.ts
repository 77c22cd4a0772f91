import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'

/** The desk hears that products, or the people who work on them, have changed. */
export const productLive: LiveRule<Viewer> = {
  prepare: async () => (viewer, entry) =>
    isDesk(viewer) && entry.type.startsWith('product.')
      ? [{ about: 'products', message: { type: 'products:changed' } }]
      : [],
}
