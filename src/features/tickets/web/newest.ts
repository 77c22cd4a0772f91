import { useSyncExternalStore } from 'react'
import type { Ticket } from '../contract.ts'

/** Enough for the rows of the pages that are open. */
const mostKept = 500

// A ticket that has left every loaded list may still stand in a row that waits for its person.
const newest = new Map<string, Ticket>()
let ownActs = 0
let heard = 0
const watchers = new Set<() => void>()

function tell(): void {
  watchers.forEach((watch) => watch())
}

/** Remembers the newest that is known of a ticket, whether a list still has it or not. */
export function noteNewest(ticket: Ticket): void {
  const known = newest.get(ticket.id)
  if (known && known.version > ticket.version) return
  newest.delete(ticket.id)
  newest.set(ticket.id, ticket)
  const oldest = newest.keys().next().value
  if (newest.size > mostKept && oldest !== undefined) newest.delete(oldest)
  heard += 1
  tell()
}

/** The ticket as it was last heard of. */
export function newestOf(ticket: Ticket): Ticket {
  const known = newest.get(ticket.id)
  return known && known.version > ticket.version ? known : ticket
}

/** What the person has done themselves is done and loaded: their lists show it without being asked. */
export function noteOwnAct(): void {
  ownActs += 1
  tell()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Counts what the person has done. */
export const useOwnActs = () => useSyncExternalStore(watch, () => ownActs)
/** Draws anew when a ticket was heard of. */
export const useHeardOf = () => useSyncExternalStore(watch, () => heard)
