import type { Viewer } from '#features/users/contract.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'
import { canSeeView } from '../policy.ts'
import type { ViewFact } from './events.ts'

const heard = new Set(['view.saved', 'view.changed', 'view.deleted'])

/** Who sees a view or saw it hears that the views are no longer what they were. */
export const viewLive: LiveRule<Viewer> = {
  prepare: async () => (viewer, entry) => {
    if (!heard.has(entry.type)) return []
    const { ownerId, sharedWith } = entry.data as unknown as ViewFact
    const isConcerned = sharedWith.some((role) => canSeeView(viewer, { ownerId, sharedWith: role }))
    return isConcerned ? [{ about: 'views', message: { type: 'views:changed' } }] : []
  },
}
