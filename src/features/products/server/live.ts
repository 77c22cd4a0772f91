import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import * as events from './events.ts'

export const productLive = changedRule('products', anyOf(...Object.values(events)), (viewer: Viewer) =>
  isDesk(viewer),
)
