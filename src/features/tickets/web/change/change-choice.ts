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

/** One field set to one value by somebody who saw another there: the one kind of change that the browser makes. */
export interface Choice {
  field: ChangeField
  value: string | null
  /** The person behind `value` when it is an assignee. */
  assignee: Person | null
  seen: string | null
  seenAssignee: Person | null
  /** It takes another choice back. */
  isUndo?: true
}

/**
 * The choice of somebody who sees this ticket.
 * @param assignee the person behind `value` when it is an assignee
 */
export const choiceOf = <F extends ChangeField>(
  ticket: Ticket,
  field: F,
  value: Ticket[F],
  assignee: Person | null = null,
): Choice => ({ field, value, assignee, seen: ticket[field], seenAssignee: ticket.assignedTo })

/** The same choice, with the value that this ticket has now as the one its person saw. */
export const knowing = (choice: Choice, now: Ticket): Choice => ({
  ...choice,
  seen: now[choice.field],
  seenAssignee: now.assignedTo,
})

export const asChange = ({ field, value, isUndo }: Choice) =>
  ({ [field]: value, ...(isUndo && field === 'status' && { isUndo }) }) as TicketChange

/** The choice that takes this one back. */
export const opposite = ({ isUndo, ...choice }: Choice): Choice => ({
  ...choice,
  value: choice.seen,
  assignee: choice.seenAssignee,
  seen: choice.value,
  seenAssignee: choice.assignee,
  ...(!isUndo && { isUndo: true }),
})

/** The ticket as it is now, when a change was refused because it was based on an older one. */
export function ticketAsItIs(error: unknown): Ticket | undefined {
  if (!(error instanceof CallError) || error.status !== 412) return undefined
  return Ticket.safeParse(error.current).data
}

/**
 * What to do with a choice that met a newer ticket: `send` it again when only other fields have changed, be `done` when somebody
 * else has made the same choice, and `ask` when the field has a third value.
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
  turn: 'turn',
} as const

/** Who set a field last. */
export function lastSetter(history: readonly HistoryEntry[], field: ChangeField): string | undefined {
  const told = toldAs[field]
  const entry = history.findLast(({ changes }) => changes.some((change) => change.field === told))
  return entry?.by ? nameOf(entry.by) : undefined
}

/** A field's value in words. */
export function wordOf(field: ChangeField, ticket: Ticket): string {
  if (field === 'status') return statusWords[ticket.status]
  if (field === 'clientId') return ticket.client.name
  if (field === 'priority') return priorityWords[ticket.priority]
  if (field === 'turn') return ticket.turn ? turnWords[ticket.turn] : i18n.t('No one')
  return ticket.assignedTo ? nameOf(ticket.assignedTo) : i18n.t('Unassigned')
}

/** The question to a person whose choice met somebody else's, and the two answers. */
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
