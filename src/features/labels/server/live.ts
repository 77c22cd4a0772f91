import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { canSeeLabels } from '../policy.ts'
import * as events from './events.ts'

export const labelLive = changedRule('labels', anyOf(...Object.values(events)), (viewer: Viewer) =>
  canSeeLabels(viewer),
)
