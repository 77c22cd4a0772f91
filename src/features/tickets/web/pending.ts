import { useCallback, useSyncExternalStore } from 'react'
import type { Person } from '#features/users/contract.ts'
import type { Ticket, TicketChange } from '../contract.ts'

/** A change that is shown before the server has answered. */
interface Pending {
  ticketId: string
  change: TicketChange
  /** The person behind `change.assignedToId`, to show at once. */
  assignee: Person | null
}

// What the server said is never touched: a change lies over it until it is answered, and taking it away is the roll-back.
let pending: readonly Pending[] = []
const watchers = new Set<() => void>()

function replace(next: readonly Pending[]): void {
  pending = next
  watchers.forEach((watch) => watch())
}

/** A ticket as a list shows it. */
export interface ShownTicket {
  ticket: Ticket
  /** A change of one's own lies over it. */
  isPending: boolean
}

/** Lays a change over a ticket. @returns a function that takes it away again */
export function layOver(ticketId: string, change: TicketChange, assignee: Person | null = null): () => void {
  const one: Pending = { ticketId, change, assignee }
  replace([...pending, one])
  return () => replace(pending.filter((other) => other !== one))
}

export const isAnyPending = () => pending.length > 0

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function withPending<T extends Ticket>(ticket: T, changes: readonly Pending[]): T {
  const own = changes.filter((one) => one.ticketId === ticket.id)
  return own.reduce<T>((shown, { change, assignee }) => {
    const { assignedToId, ...fields } = change
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    return { ...shown, ...given, ...(assignedToId !== undefined && { assignedToId, assignedTo: assignee }) }
  }, ticket)
}

/**
 * Tickets as the person has left them: what the server said, and over it what is not answered yet. A ticket nothing lies over comes back
 * as it is, and the function stays the same one until something changes.
 */
export function useWithPending(): <T extends Ticket>(ticket: T) => T {
  const changes = useSyncExternalStore(watch, () => pending)
  return useCallback((ticket) => withPending(ticket, changes), [changes])
}

const turns = new Map<string, Promise<unknown>>()

/** Makes the calls for one ticket one after another, so that of two quick choices the later one stays. */
export async function inTurn<T>(ticketId: string, work: () => Promise<T>): Promise<T> {
  const own = Promise.resolve(turns.get(ticketId)).then(work, work)
  turns.set(ticketId, own)
  try {
    return await own
  } finally {
    if (turns.get(ticketId) === own) turns.delete(ticketId)
  }
}
