import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import * as events from './events.ts'

/** Super users hear when rows are imported. */
export const importLive = changedRule('imports', anyOf(...Object.values(events)), (viewer: Viewer) =>
  isAdministrator(viewer),
)

/** Everybody hears that much of what they look at has changed, which they are not told piece by piece. */
export const deskLive = changedRule(
  'desk',
  anyOf(events.importProgressed, events.importFinished),
  (_viewer: Viewer) => true,
)
