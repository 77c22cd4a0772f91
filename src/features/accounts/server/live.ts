import {
  roleApproved,
  roleDeclined,
  roleRequestCancelled,
  roleRequested,
} from '#features/auth/server/events.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator, isDesk } from '#features/users/policy.ts'
import * as userEvents from '#features/users/server/events.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'

const aboutUsers = anyOf(...Object.values(userEvents))
const aboutRequests = anyOf(roleRequested, roleApproved, roleDeclined, roleRequestCancelled)
const aboutBoth = anyOf(...aboutUsers.kinds, ...aboutRequests.kinds)

/** Tells the desk of changes to the list of users, and super users of requests for roles. */
export const userListLive = changedRule('users', aboutBoth, (viewer: Viewer, fact) =>
  aboutRequests.kindOf(fact) ? isAdministrator(viewer) : isDesk(viewer),
)

export const profileLive = changedRule(
  'profile',
  aboutUsers,
  (viewer: Viewer, { subjectId }) => subjectId === viewer.id,
)
