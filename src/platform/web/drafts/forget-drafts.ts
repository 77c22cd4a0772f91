import { draftPrefix } from './draft-key.ts'

/**
 * Removes all drafts, for people who sign out: the next person at this browser is not to read them. A session that only expires
 * keeps them, for the same person goes on.
 */
export function forgetDrafts(storage: () => Storage = () => localStorage): void {
  try {
    const kept = storage()
    for (const key of Object.keys(kept)) if (key.startsWith(draftPrefix)) kept.removeItem(key)
  } catch {
    // Where storage is refused nothing was kept.
  }
}
