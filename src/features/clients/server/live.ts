import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'

/** The desk hears that client companies, or who is assigned to them, have changed. */
export const clientLive: LiveRule<Viewer> = {
  prepare: async () => (viewer, entry) =>
    isDesk(viewer) && entry.type.startsWith('client.')
      ? [{ about: 'clients', message: { type: 'clients:changed' } }]
      : [],
}
