import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator, isDesk } from '#features/users/policy.ts'
import type { LiveRule, Told } from '#platform/server/live-rule.ts'

/**
 * The desk hears that the list of users, and super users that the list of those who wait for a role, is another now. Whoever is
 * changed hears it in every window of theirs.
 */
export const accountLive: LiveRule<Viewer> = {
  prepare: async () => (viewer, entry) => {
    const isOfUser = entry.type.startsWith('user.')
    const isHeard = isOfUser ? isDesk(viewer) : entry.type.startsWith('role.') && isAdministrator(viewer)
    const told: Told[] = isHeard ? [{ about: 'users', message: { type: 'users:changed' } }] : []
    if (isOfUser && entry.subjectId === viewer.id)
      told.push({ about: viewer.id, message: { type: 'profile:changed' } })
    return told
  },
}
