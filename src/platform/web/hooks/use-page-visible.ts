import { useSyncExternalStore } from 'react'

function watchVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether somebody can see this page: not while it is behind another tab. */
export const useIsPageVisible = () => useSyncExternalStore(watchVisibility, () => !document.hidden)
