import { useSyncExternalStore } from 'react'

function watchVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** False while the page is behind another tab. */
export const useIsPageVisible = () => useSyncExternalStore(watchVisibility, () => !document.hidden)
