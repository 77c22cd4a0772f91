import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import * as events from './events.ts'

/** Tells the desk of all changes, and assignments to their person and the managers, who see other tickets. */
export const clientLive = changedRule('clients', anyOf(...Object.values(events)), (viewer: Viewer, fact) => {
  if (isDesk(viewer)) return true
  if (fact.type !== 'client.user_assigned' && fact.type !== 'client.user_removed') return false
  const isManaged = fact.subjectId !== null && viewer.managedClientIds.includes(fact.subjectId)
  return isManaged || fact.data.userId === viewer.id
})
