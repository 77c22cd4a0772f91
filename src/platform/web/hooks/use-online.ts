import { useSyncExternalStore } from 'react'

/** Calls back when the browser loses its network and when it has it again. @returns a function that ends it */
export function watchOnline(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser has a network, as far as it knows. */
export const useOnline = () => useSyncExternalStore(watchOnline, () => navigator.onLine)
