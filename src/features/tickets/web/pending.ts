import { useCallback } from 'react'
import { createStore } from '#platform/web/store.ts'
import type { Ticket } from '../contract.ts'
import type { Choice } from './change/change-choice.ts'

interface Pending {
  ticketId: string
  choice: Choice
}

// Server data stays untouched: choices overlay it until answered, and a rollback removes them.
const pending = createStore<readonly Pending[]>([])

export interface ShownTicket {
  ticket: Ticket
  isPending: boolean
}

/** @returns a function that removes the choice */
export function applyOptimistically(ticketId: string, choice: Choice): () => void {
  const one: Pending = { ticketId, choice }
  pending.set([...pending.get(), one])
  return () => pending.set(pending.get().filter((other) => other !== one))
}

export const isAnyPending = () => pending.get().length > 0

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
  const choices = pending.use()
  return useCallback((ticket) => withPending(ticket, choices), [choices])
}
