import { i18n } from '#platform/contract/i18n.ts'
import type { Person } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { CallError } from '#platform/web/call.ts'
import {
  categoryWords,
  priorityWords,
  statusWords,
  Ticket,
  turnWords,
  type HistoryEntry,
  type TextField,
  type TicketChange,
} from '../../contract.ts'

/** A ticket as far as it is loaded: only its detail has description and requester. */
export type Changeable = Ticket & { description?: string; createdBy?: Person }

export type ChangeField =
  | 'status'
  | 'priority'
  | 'assignedToId'
  | 'clientId'
  | 'turn'
  | 'category'
  | 'createdById'
  | TextField

/** Change of one field, with the value that the user saw: the only kind of change in the browser. */
export interface Choice {
  field: ChangeField
  value: string | null
  /** Assignee or requester, for these fields. */
  assignee: Person | null
  seen: string | null
  seenAssignee: Person | null
  isUndo?: true
}

export const choiceOf = <F extends ChangeField>(
  ticket: Changeable,
  field: F,
  value: Changeable[F] & (string | null),
  assignee: Person | null = null,
): Choice => ({ field, value, assignee, ...seenIn(ticket, field) })

const seenIn = (ticket: Changeable, field: ChangeField) => ({
  seen: ticket[field] ?? null,
  seenAssignee: (field === 'createdById' ? ticket.createdBy : ticket.assignedTo) ?? null,
})

/** Rebases a choice on the present value. */
export const knowing = (choice: Choice, now: Changeable): Choice => ({
  ...choice,
  ...seenIn(now, choice.field),
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
export function onNewerTicket(choice: Choice, current: Changeable): 'send' | 'done' | 'ask' {
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
  category: 'category',
  createdById: 'requester',
  subject: 'subject',
  description: 'description',
  customerName: 'customerName',
  productName: 'productName',
  projectName: 'projectName',
} as const satisfies Record<ChangeField, HistoryEntry['changes'][number]['field']>

export function lastSetter(history: readonly HistoryEntry[], field: ChangeField): string | undefined {
  const told = toldAs[field]
  const entry = history.findLast(({ changes }) => changes.some((change) => change.field === told))
  return entry?.by ? nameOf(entry.by) : undefined
}

const mostShown = 120
const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

export function wordOf(field: ChangeField, ticket: Changeable): string {
  if (field === 'status') return statusWords[ticket.status]
  if (field === 'clientId') return ticket.client.name
  if (field === 'priority') return priorityWords[ticket.priority]
  if (field === 'turn') return ticket.turn ? turnWords[ticket.turn] : i18n.t('No one')
  if (field === 'category') return categoryWords[ticket.category]
  if (field === 'createdById') return ticket.createdBy ? nameOf(ticket.createdBy) : i18n.t('Another person')
  if (field !== 'assignedToId') return shortened(ticket[field] ?? '') || i18n.t('None')
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
