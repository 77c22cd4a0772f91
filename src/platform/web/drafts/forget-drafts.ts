import { draftPrefix } from './draft-key.ts'

/** Removes all drafts on signing out, so that the next person cannot read them. An expired session keeps them for its user. */
export function forgetDrafts(storage: () => Storage = () => localStorage): void {
  try {
    const kept = storage()
    for (const key of Object.keys(kept)) if (key.startsWith(draftPrefix)) kept.removeItem(key)
  } catch {
    // Without storage there are no drafts.
  }
}
