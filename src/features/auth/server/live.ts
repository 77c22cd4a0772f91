import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { approvalLifted, approvalRequired } from './events.ts'

export const registrationLive = changedRule(
  'registration',
  anyOf(approvalRequired, approvalLifted),
  (viewer: Viewer) => isAdministrator(viewer),
)
