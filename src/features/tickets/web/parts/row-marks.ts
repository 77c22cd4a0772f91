import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { createStore } from '#platform/web/store.ts'
import { throttled } from '#platform/web/throttled.ts'

type Marks = ReadonlyMap<string, ReactNode>

const marks = createStore<Marks>(new Map())

/** Sets the marks; the part that knows them loads after the lists. */
export const setMarks = marks.set

const gatheredMs = 100
/** Number of places of each ticket on the screen. */
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

export const useShownTickets = shown.use

/** Returns the mark of a ticket, and registers the ticket as visible. */
function useRowMark(ticketId: string): ReactNode {
  useEffect(() => show(ticketId), [ticketId])
  return useSyncExternalStore(marks.subscribe, () => marks.get().get(ticketId))
}

/** Draws the mark: colleagues who have the ticket open, and what is unread there. */
export const RowMark = ({ ticketId }: { ticketId: string }) => useRowMark(ticketId)
