import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { LiveDelivery, LiveRule } from '#platform/server/log/live-rule.ts'

const news: readonly LiveDelivery[] = [{ about: 'audit', message: { type: 'audit:new' } }]

/** Tells super users of new entries, except of those that their own reading causes. */
export const auditLive: LiveRule<Viewer> = {
  prepare: async () => (viewer) => (isAdministrator(viewer) ? news : []),
}
