import { draftPrefix } from './draft.ts'

/**
 * Forgets what was typed and not sent: whoever signs out leaves this browser, and nobody who comes after them is to read it. A session that
 * only runs out keeps it, for the same person goes on.
 */
export function forgetDrafts(storage: () => Storage = () => localStorage): void {
  try {
    const kept = storage()
    for (const key of Object.keys(kept)) if (key.startsWith(draftPrefix)) kept.removeItem(key)
  } catch {
    // Where storage is refused nothing was kept.
  }
}
