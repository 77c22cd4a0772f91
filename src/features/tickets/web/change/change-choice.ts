import { i18n } from '#platform/contract/i18n.ts'
import type { Person } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { CallError } from '#platform/web/call.ts'
import {
  priorityWords,
  statusWords,
  Ticket,
  turnWords,
  type HistoryEntry,
  type TicketChange,
} from '../../contract.ts'

export type ChangeField = 'status' | 'priority' | 'assignedToId' | 'clientId' | 'turn'

/** Change of one field, with the value that the user saw: the only kind of change in the browser. */
export interface Choice {
  field: ChangeField
  value: string | null
  assignee: Person | null
  seen: string | null
  seenAssignee: Person | null
  isUndo?: true
}

export const choiceOf = <F extends ChangeField>(
  ticket: Ticket,
  field: F,
  value: Ticket[F],
  assignee: Person | null = null,
): Choice => ({ field, value, assignee, seen: ticket[field], seenAssignee: ticket.assignedTo })

/** Rebases a choice on the present value. */
export const knowing = (choice: Choice, now: Ticket): Choice => ({
  ...choice,
  seen: now[choice.field],
  seenAssignee: now.assignedTo,
})

export const asChange = ({ field, value, isUndo }: Choice) =>
  ({ [field]: value, ...(isUndo && field === 'status' && { isUndo }) }) as TicketChange

export const opposite = ({ isUndo, ...choice }: Choice): Choice => ({
  ...choice,
  value: choice.seen,
  assignee: choice.seenAssignee,
  seen: choice.value,
  seenAssignee: choice.assignee,
  ...(!isUndo && { isUndo: true }),
})

/** Returns the present ticket of a `stale` refusal. */
export function ticketAsItIs(error: unknown): Ticket | undefined {
  if (!(error instanceof CallError) || error.status !== 412) return undefined
  return Ticket.safeParse(error.current).data
}

/** Returns `send` after changes of other fields, `done` for the same value, `ask` for a third one. */
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
  turn: 'turn',
} as const

export function lastSetter(history: readonly HistoryEntry[], field: ChangeField): string | undefined {
  const told = toldAs[field]
  const entry = history.findLast(({ changes }) => changes.some((change) => change.field === told))
  return entry?.by ? nameOf(entry.by) : undefined
}

export function wordOf(field: ChangeField, ticket: Ticket): string {
  if (field === 'status') return statusWords[ticket.status]
  if (field === 'clientId') return ticket.client.name
  if (field === 'priority') return priorityWords[ticket.priority]
  if (field === 'turn') return ticket.turn ? turnWords[ticket.turn] : i18n.t('No one')
  return ticket.assignedTo ? nameOf(ticket.assignedTo) : i18n.t('Unassigned')
}

export const conflictWords = {
  met: (by: string | undefined, theirs: string) =>
    i18n.t('{by} changed this to {theirs} while you were editing.', { by: by ?? i18n.t('Someone'), theirs }),
  get keep() {
    return i18n.t('Keep mine')
  },
  get take() {
    return i18n.t('Use theirs')
  },
}
