import { useSyncExternalStore } from 'react'
import { createStore } from '#platform/web/store.ts'

type Counts = ReadonlyMap<string, number>

const counts = createStore<Counts>(new Map())

/** Says how many chat messages wait in which tickets; the chat, which knows, comes later than the lists that show it. */
export const setUnread = counts.set

/** How many chat messages of this ticket wait for the viewer. */
export const useUnread = (ticketId: string) =>
  useSyncExternalStore(counts.subscribe, () => counts.get().get(ticketId) ?? 0)
