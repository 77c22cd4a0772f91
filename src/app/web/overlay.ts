import { useSyncExternalStore } from 'react'

/** What can be opened from anywhere. */
export type Overlay = 'palette' | 'shortcuts' | 'new-ticket'

let shown: Overlay | undefined
const watchers = new Set<() => void>()

export function showOverlay(next: Overlay | undefined): void {
  shown = next
  watchers.forEach((watch) => watch())
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useOverlay = () => useSyncExternalStore(watch, () => shown)
