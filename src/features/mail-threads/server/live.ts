import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { bounceCleared, mailBounced } from './events.ts'

export const mailThreadLive = changedRule(
  'mail-bounces',
  anyOf(mailBounced, bounceCleared),
  (viewer: Viewer) => isStaff(viewer),
)
