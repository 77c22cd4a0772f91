import type { Viewer } from '#features/users/contract.ts'
import { changedRule } from '#platform/server/live-rule.ts'
import { canSeeView } from '../policy.ts'
import type { ViewFact } from './events.ts'

const heard = new Set(['view.saved', 'view.changed', 'view.deleted'])

/** Who sees a view or saw it hears that the views are no longer what they were. */
export const viewLive = changedRule<Viewer>('views', (viewer, entry) => {
  if (!heard.has(entry.type)) return false
  const { ownerId, sharedWith } = entry.data as unknown as ViewFact
  return sharedWith.some((role) => canSeeView(viewer, { ownerId, sharedWith: role }))
})
