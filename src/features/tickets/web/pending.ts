import { useCallback, useSyncExternalStore } from 'react'
import type { Ticket } from '../contract.ts'
import type { Choice } from './change/change-choice.ts'

interface Pending {
  ticketId: string
  choice: Choice
}

// Server data stays untouched: choices overlay it until answered, and a rollback removes them.
let pending: readonly Pending[] = []
const watchers = new Set<() => void>()

function replace(next: readonly Pending[]): void {
  pending = next
  watchers.forEach((watch) => watch())
}

export interface ShownTicket {
  ticket: Ticket
  isPending: boolean
}

/** @returns a function that removes the choice */
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

export const withChoice = <T extends Ticket>(ticket: T, { field, value, assignee }: Choice): T => ({
  ...ticket,
  [field]: value,
  ...(field === 'assignedToId' && { assignedTo: assignee }),
  ...(field === 'createdById' && assignee && { createdBy: assignee }),
})

const withPending = <T extends Ticket>(ticket: T, choices: readonly Pending[]): T =>
  choices
    .filter(({ ticketId }) => ticketId === ticket.id)
    .reduce<T>((shown, { choice }) => withChoice(shown, choice), ticket)

/**
 * Keeps identities stable: a ticket without a choice is the same object, as is the function until choices
 * change.
 */
export function useWithPending(): <T extends Ticket>(ticket: T) => T {
  const choices = useSyncExternalStore(watch, () => pending)
  return useCallback((ticket) => withPending(ticket, choices), [choices])
}
