import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { canSeeAnswer } from '../policy.ts'
import * as events from './events.ts'

/** Tells present and former recipients of an answer. */
export const savedAnswerLive = changedRule(
  'saved-answers',
  anyOf(...Object.values(events)),
  (viewer: Viewer, { data: { ownerId, sharedWith } }) =>
    canSeeAnswer(viewer, { owner: { id: ownerId }, sharedWith }),
)
