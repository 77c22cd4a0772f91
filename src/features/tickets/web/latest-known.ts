import { createStore } from '#platform/web/store.ts'
import type { Ticket } from '../contract.ts'

/** Enough for the rows of the pages that are open. */
const mostKept = 500

// A ticket that has left every loaded list may still stand in a row that waits for its person.
const newest = new Map<string, Ticket>()
const ownActs = createStore(0)
const heard = createStore(0)

/** Remembers the newest that is known of a ticket, whether a list still has it or not. */
export function recordNewest(ticket: Ticket): void {
  const known = newest.get(ticket.id)
  if (known && known.version > ticket.version) return
  newest.delete(ticket.id)
  newest.set(ticket.id, ticket)
  const oldest = newest.keys().next().value
  if (newest.size > mostKept && oldest !== undefined) newest.delete(oldest)
  heard.set(heard.get() + 1)
}

/** The ticket as it was last heard of. */
export function newestOf(ticket: Ticket): Ticket {
  const known = newest.get(ticket.id)
  return known && known.version > ticket.version ? known : ticket
}

/** A loaded ticket as it was, and as it is unless it was deleted. */
interface Move {
  before: Ticket
  after: Ticket | undefined
  /** By `performance.now()`. */
  at: number
}
const mostMoves = 100
const moves = createStore<readonly Move[]>([])

/** Remembers a move for what the server counts, which it counts again a moment later. */
export const noteMove = (before: Ticket, after?: Ticket) =>
  moves.set([...moves.get().slice(1 - mostMoves), { before, after, at: performance.now() }])

export const useMoves = moves.use

/** The person's own changes are loaded already: their lists show them without being asked. */
export const recordOwnAct = () => ownActs.set(ownActs.get() + 1)

/** Counts the person's own changes. */
export const useOwnActs = ownActs.use
/** Draws anew when a ticket was heard of. */
export const useHeardOf = heard.use
