import { useSyncExternalStore } from 'react'

export function watchOnline(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export const useOnline = () => useSyncExternalStore(watchOnline, () => navigator.onLine)
