import type { Person } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { CallError } from '#platform/web/call.ts'
import { Ticket, type HistoryEntry, type TicketChange } from '../contract.ts'

export type ChangeField = 'status' | 'priority' | 'assignedToId' | 'clientId'

/** One select set to one value by somebody who saw another there. */
export interface Choice {
  field: ChangeField
  value: string | null
  /** The person behind `value` when it is an assignee. */
  assignee: Person | null
  seen: string | null
  seenAssignee: Person | null
}

export const asChange = ({ field, value }: Choice) => ({ [field]: value }) as TicketChange

/** The choice that takes this one back. */
export const opposite = (choice: Choice): Choice => ({
  ...choice,
  value: choice.seen,
  assignee: choice.seenAssignee,
  seen: choice.value,
  seenAssignee: choice.assignee,
})

/** The ticket as it is now, when a change was refused because it was based on an older one. */
export function ticketAsItIs(error: unknown): Ticket | undefined {
  if (!(error instanceof CallError) || error.status !== 412) return undefined
  return Ticket.safeParse(error.current).data
}

/**
 * What to do with a choice that met a newer ticket: `send` it again when only other things have changed, be `done` when it says what was
 * chosen already, and `ask` when somebody else has set the same field to a third value.
 */
export function onNewerTicket(choice: Choice, current: Ticket): 'send' | 'done' | 'ask' {
  const theirs = current[choice.field]
  if (theirs === choice.value) return 'done'
  return theirs === choice.seen ? 'send' : 'ask'
}

const toldAs = {
  status: 'status',
  priority: 'priority',
  assignedToId: 'assignedTo',
  clientId: 'client',
} as const

/** Who set a field last. */
export function lastSetter(history: readonly HistoryEntry[], field: ChangeField): string | undefined {
  const told = toldAs[field]
  const entry = history.findLast(({ changes }) => changes.some((change) => change.field === told))
  return entry?.by ? nameOf(entry.by) : undefined
}
