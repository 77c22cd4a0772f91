import { useSyncExternalStore } from 'react'

export function watchOnline(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Resolves once the browser is online. */
export const untilOnline = () =>
  new Promise<void>((resolve) => {
    const stop = watchOnline(() => {
      if (!navigator.onLine) return
      stop()
      resolve()
    })
  })

export const useOnline = () => useSyncExternalStore(watchOnline, () => navigator.onLine)
