import { useCallback, useSyncExternalStore } from 'react'
import type { Ticket } from '../contract.ts'
import type { Choice } from './change/change-choice.ts'

/** A choice that is shown before the server has answered. */
interface Pending {
  ticketId: string
  choice: Choice
}

// The server's data is never touched: a choice lies over it until it is answered, and taking it away is the roll-back.
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

/** Lays a choice over a ticket. @returns a function that takes it away again */
export function applyOptimistically(ticketId: string, choice: Choice): () => void {
  const one: Pending = { ticketId, choice }
  replace([...pending, one])
  return () => replace(pending.filter((other) => other !== one))
}

export const isAnyPending = () => pending.length > 0

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The ticket as it is once the choice is made. */
export const withChoice = <T extends Ticket>(ticket: T, { field, value, assignee }: Choice): T => ({
  ...ticket,
  [field]: value,
  ...(field === 'assignedToId' && { assignedTo: assignee }),
})

const withPending = <T extends Ticket>(ticket: T, choices: readonly Pending[]): T =>
  choices
    .filter(({ ticketId }) => ticketId === ticket.id)
    .reduce<T>((shown, { choice }) => withChoice(shown, choice), ticket)

/**
 * Tickets as the person has left them: the server's data with unanswered choices over it. A ticket without a choice is the same
 * object, and the function stays the same one until something changes.
 */
export function useWithPending(): <T extends Ticket>(ticket: T) => T {
  const choices = useSyncExternalStore(watch, () => pending)
  return useCallback((ticket) => withPending(ticket, choices), [choices])
}
