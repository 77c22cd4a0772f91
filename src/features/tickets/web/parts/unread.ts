import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { createStore } from '#platform/web/store.ts'
import { throttled } from '#platform/web/throttled.ts'

type Marks = ReadonlyMap<string, ReactNode>

const marks = createStore<Marks>(new Map())

/** Says what is drawn beside which tickets; the part that knows what waits there comes later than the lists that show it. */
export const setUnread = marks.set

const gatheredMs = 100
/** How often each ticket stands on the screen. */
const places = new Map<string, number>()
const shown = createStore<readonly string[]>([])
const tell = throttled(() => shown.set([...places.keys()].sort()), gatheredMs)

function show(ticketId: string): () => void {
  places.set(ticketId, (places.get(ticketId) ?? 0) + 1)
  tell()
  return () => {
    const others = (places.get(ticketId) ?? 1) - 1
    if (others > 0) places.set(ticketId, others)
    else places.delete(ticketId)
    tell()
  }
}

/** The tickets that stand on the screen, in an order of their own. */
export const useShownTickets = shown.use

/** What is drawn beside this ticket, of which it is known from now on that it stands on the screen. */
export function useUnread(ticketId: string): ReactNode {
  useEffect(() => show(ticketId), [ticketId])
  return useSyncExternalStore(marks.subscribe, () => marks.get().get(ticketId))
}
