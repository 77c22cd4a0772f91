import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { canHandleMail } from '../policy.ts'
import * as events from './events.ts'

/** Tells the desk, so that the count of the tray is current. */
export const inboundLive = changedRule('inbound', anyOf(...Object.values(events)), (viewer: Viewer) =>
  canHandleMail(viewer),
)
