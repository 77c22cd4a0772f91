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

/** The desk hears that the list of users has changed, and super users that the requests for roles have. */
export const userListLive = changedRule('users', aboutBoth, (viewer: Viewer, fact) =>
  aboutRequests.kindOf(fact) ? isAdministrator(viewer) : isDesk(viewer),
)

/** A changed user hears of it in every window of theirs. */
export const profileLive = changedRule(
  'profile',
  aboutUsers,
  (viewer: Viewer, { subjectId }) => subjectId === viewer.id,
)
