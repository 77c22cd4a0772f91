import { useSyncExternalStore } from 'react'

/** Watches the browser's network state. @returns a function that stops */
export function watchOnline(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export const useOnline = () => useSyncExternalStore(watchOnline, () => navigator.onLine)
