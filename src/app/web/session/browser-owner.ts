import { draftPrefix } from '#platform/web/drafts/draft-key.ts'
import { remember } from '#platform/web/storage.ts'

const ownerKey = 'signalbox.user'

function forgetDraftsOfOthers(userId: string): void {
  Object.keys(localStorage)
    .filter((key) => key.startsWith(draftPrefix) && !key.startsWith(`${draftPrefix}${userId}.`))
    .forEach((key) => localStorage.removeItem(key))
}

/** Forgets drafts of other users, and reloads their tabs, whose calls would run in this user's name. @returns a function that stops */
export function claimBrowser(userId: string): () => void {
  if (remember('browser', ownerKey, userId)) forgetDraftsOfOthers(userId)
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === ownerKey && newValue !== null && newValue !== userId) location.reload()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
