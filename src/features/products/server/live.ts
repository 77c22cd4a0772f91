import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import * as events from './events.ts'

/** The desk hears that products, or the people who work on them, have changed. */
export const productLive = changedRule('products', anyOf(...Object.values(events)), (viewer: Viewer) =>
  isDesk(viewer),
)
