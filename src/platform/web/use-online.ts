import { useSyncExternalStore } from 'react'

/** Calls back when the browser loses its network and when it has it again. @returns a function that ends it */
export function watchOnline(changed: () => void): () => void {
  const ended = new AbortController()
  for (const event of ['online', 'offline']) window.addEventListener(event, changed, { signal: ended.signal })
  return () => ended.abort()
}

/** Whether the browser has a network, as far as it knows. */
export const useOnline = () => useSyncExternalStore(watchOnline, () => navigator.onLine)
