import { createStore } from '#platform/web/store.ts'
import type { Ticket } from '../contract.ts'

/** Enough for the rows of open pages. */
const mostTickets = 500

// Includes tickets in no loaded list, which a frozen row may still show.
const newest = new Map<string, Ticket>()
const ownActs = createStore(0)
const heard = createStore(0)

export function recordNewest(ticket: Ticket): void {
  const known = newest.get(ticket.id)
  if (known && known.version > ticket.version) return
  newest.delete(ticket.id)
  newest.set(ticket.id, ticket)
  const oldest = newest.keys().next().value
  if (newest.size > mostTickets && oldest !== undefined) newest.delete(oldest)
  heard.set(heard.get() + 1)
}

export function newestOf(ticket: Ticket): Ticket {
  const known = newest.get(ticket.id)
  return known && known.version > ticket.version ? known : ticket
}

/** `after` is undefined for a deletion. */
interface Move {
  before: Ticket
  after: Ticket | undefined
  /** By `performance.now()`. */
  at: number
}
const mostMoves = 100
const moves = createStore<readonly Move[]>([])

/** Records a move, for adjusting counts until the server's arrive. */
export const noteMove = (before: Ticket, after?: Ticket) =>
  moves.set([...moves.get().slice(1 - mostMoves), { before, after, at: performance.now() }])

export const useMoves = moves.use

/** Marks an own change, which lists show without a prompt. */
export const recordOwnAct = () => ownActs.set(ownActs.get() + 1)

export const useOwnActs = ownActs.use
export const useHeardOf = heard.use
