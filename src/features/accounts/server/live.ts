import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'

const heard = /^(user|role)\./

/** Super users hear that the list of users, or of those who wait for a role, is another now. */
export const accountLive: LiveRule<Viewer> = {
  prepare: async () => (viewer, entry) =>
    isAdministrator(viewer) && heard.test(entry.type)
      ? [{ about: 'users', message: { type: 'users:changed' } }]
      : [],
}
