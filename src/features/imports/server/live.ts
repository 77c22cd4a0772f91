import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import * as events from './events.ts'

export const importLive = changedRule('imports', anyOf(...Object.values(events)), (viewer: Viewer) =>
  isAdministrator(viewer),
)

/** Tells everybody at once: imported rows are not announced one by one. */
export const deskLive = changedRule(
  'desk',
  anyOf(events.importProgressed, events.importFinished),
  (_viewer: Viewer) => true,
)
