import { useSyncExternalStore } from 'react'

type Counts = ReadonlyMap<string, number>

let counts: Counts = new Map()
const watchers = new Set<() => void>()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Says how many chat messages wait in which tickets; the chat, which knows, comes later than the lists that show it. */
export function setUnread(next: Counts): void {
  counts = next
  watchers.forEach((watch) => watch())
}

/** How many chat messages of this ticket wait for the viewer. */
export const useUnread = (ticketId: string) => useSyncExternalStore(watch, () => counts.get(ticketId) ?? 0)
