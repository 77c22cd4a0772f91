import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import * as events from './events.ts'

export const mailboxLive = changedRule('mailboxes', anyOf(...Object.values(events)), (viewer: Viewer) =>
  isAdministrator(viewer),
)
