import { draftPrefix } from '#platform/web/drafts/draft-key.ts'
import { remember } from '#platform/web/storage.ts'

const ownerKey = 'signalbox.user'

function forgetDraftsOfOthers(userId: string): void {
  Object.keys(localStorage)
    .filter((key) => key.startsWith(draftPrefix) && !key.startsWith(`${draftPrefix}${userId}.`))
    .forEach((key) => localStorage.removeItem(key))
}

/** Forgets others' drafts, and reloads once another tab signs in another user: calls would run in their name. @returns stops watching */
export function claimBrowser(userId: string): () => void {
  if (remember('browser', ownerKey, userId)) forgetDraftsOfOthers(userId)
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === ownerKey && newValue !== null && newValue !== userId) location.reload()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
