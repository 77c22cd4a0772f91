import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator, isDesk } from '#features/users/policy.ts'
import { changedRule } from '#platform/server/live-rule.ts'

/** The desk hears that the list of users, and super users that the list of those who wait for a role, is another now. */
export const userListLive = changedRule<Viewer>(
  'users',
  (viewer, { type }) =>
    (type.startsWith('user.') && isDesk(viewer)) || (type.startsWith('role.') && isAdministrator(viewer)),
)

/** Whoever is changed hears it in every window of theirs. */
export const profileLive = changedRule<Viewer>(
  'profile',
  (viewer, { type, subjectId }) => type.startsWith('user.') && subjectId === viewer.id,
)
