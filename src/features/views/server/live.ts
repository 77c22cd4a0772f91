import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { canSeeView } from '../policy.ts'
import * as events from './events.ts'

/** Tells present and former viewers of a view. */
export const viewLive = changedRule(
  'views',
  anyOf(...Object.values(events)),
  (viewer: Viewer, { data: { ownerId, sharedWith } }) =>
    sharedWith.some((role) =>
      canSeeView(viewer, { owner: { id: ownerId }, sharedWith: role === null ? [] : [role] }),
    ),
)
