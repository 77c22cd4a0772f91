import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { deskSettingsChanged } from './events.ts'

export const deskSettingsLive = changedRule('desk-settings', anyOf(deskSettingsChanged), (viewer: Viewer) =>
  isAdministrator(viewer),
)
