import { listTicketEntries } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import type { Work } from '#platform/server/work.ts'
import { unresolvedStatuses, type Status, type TicketChange, type Turn } from '../../contract.ts'
import { ticketAnswered, ticketChanged, ticketTurned } from '../events.ts'
import type { WholeRow } from './ticket-rows.ts'
import { changedIn, facetsOf, updateTicket, type LockedTicket, type StoredTicket } from './ticket-writes.ts'

export const isDone = (status: Status): boolean => !isOneOf(unresolvedStatuses, status)

/**
 * Returns the turn after a message that the requester can read. A client's message needs an answer in any
 * status. One of staff waits for the client, unless a third party is awaited or the ticket is done.
 */
export function turnAfterWord(viewer: Viewer, ticket: WholeRow): Turn | null {
  if (isClient(viewer)) return 'us'
  if (isDone(ticket.status)) return null
  const asks =
    ticket.turn === 'us' && viewer.id !== ticket.createdById && isClient({ role: ticket.creatorRole })
  return asks ? 'client' : ticket.turn
}

/** In milliseconds; null without an answer. */
export const waitOf = ({ createdAt, firstResponseAt }: Pick<StoredTicket, 'createdAt' | 'firstResponseAt'>) =>
  firstResponseAt && firstResponseAt.getTime() - createdAt.getTime()

interface Word {
  isInternal: boolean
  /** Comments update time and version of the ticket; chat does not. */
  isUpdate: boolean
  /** Counts as an answer if written by staff. */
  isAnswer: boolean
  /** Needs no answer: the turn stays. */
  isThanks?: boolean
  commentId?: string
}

/**
 * Records a message: its time, the new turn, and a first answer by staff. A passed turn is no entry of the
 * changes.
 * @param found the ticket, locked in this unit of work
 * @returns it afterwards
 */
export function recordReply(
  unit: Work,
  viewer: Viewer,
  { locked, ticket }: LockedTicket,
  { isInternal, isUpdate, isAnswer, isThanks = false, commentId }: Word,
): LockedTicket {
  const { now } = unit
  const said = { ...locked }
  const isFirstAnswer = !isInternal && isAnswer && !isClient(viewer) && locked.firstResponseAt === null
  const turn = isInternal || isThanks ? locked.turn : turnAfterWord(viewer, ticket)
  const isTurned = turn !== locked.turn
  if (isFirstAnswer) said.firstResponseAt = now
  if (isTurned) Object.assign(said, { turn, turnSince: turn && now })
  if (isUpdate) said.updatedAt = now
  if (isUpdate && !isInternal) said.publicUpdatedAt = now
  if (isUpdate || isTurned) said.version++
  if (isTurned || (isUpdate && !isInternal)) said.publicVersion++
  if (isUpdate || isTurned || isFirstAnswer) unit.send(updateTicket(unit, said))
  if (isFirstAnswer) {
    const data = { waitedMs: waitOf(said) ?? undefined, commentId }
    unit.announce(ticketAnswered({ actorId: viewer.id, ticketId: locked.id, data }))
  }
  if (isTurned) {
    const turnSince = locked.turnSince?.toISOString()
    const data = { before: facetsOf(locked, ticket), after: facetsOf(said, ticket), turnSince, commentId }
    unit.announce(ticketTurned({ actorId: viewer.id, ticketId: locked.id, data }))
  }
  return { locked: said, ticket: { ...ticket, ...changedIn(said) } }
}

type Undone = Pick<
  NonNullable<ReturnType<typeof ticketChanged.read>>['data'],
  'before' | 'after' | 'turnSince' | 'closedAt' | 'reopenedAt'
>

/** Change with data that only the server has. */
export type TicketAct = TicketChange & {
  /** Comment that carries or undoes it. */
  commentId?: string
  /** Change to undo, unless the latest of the status. */
  undone?: Undone
  /** A client's word opens the ticket again. */
  isReply?: boolean
}

export async function findUndone(
  { tx }: Work,
  before: StoredTicket,
  { status, isUndo, undone }: TicketAct,
): Promise<Undone | undefined> {
  if (undone) return undone
  if (!isUndo || status === undefined || status === before.status) return undefined
  const entries = await listTicketEntries(tx, before.id, [ticketChanged.type])
  for (const entry of entries.toReversed()) {
    const fact = ticketChanged.read(entry)
    const changed = fact?.data.changes.status
    if (fact && changed)
      return changed.to === before.status && changed.from === status ? fact.data : undefined
  }
  return undefined
}

/** Set when resolved, or closed without that; cleared by reopening. @param former restored by an undo */
export function resolvedAt(
  status: Status,
  before: Date | null,
  now: Date,
  former?: string | null,
): Date | null {
  if (!isDone(status)) return null
  if (former) return new Date(former)
  return status === 'resolved' ? now : (before ?? now)
}

/** Set by closing, cleared by any other status. @param former restored by an undo */
export function closedAt(status: Status, before: Date | null, now: Date, former?: string): Date | null {
  if (status !== 'closed') return null
  return former === undefined ? (before ?? now) : new Date(former)
}

interface Reopening {
  isReply?: boolean | undefined
  /** Restored by an undo. */
  former?: string | undefined
}

/** Set by a client's word that opens the ticket again; cleared when it is done again. */
export function reopenedAt(
  status: Status,
  before: Date | null,
  now: Date,
  { isReply = false, former }: Reopening = {},
): Date | null {
  if (isDone(status)) return null
  if (former !== undefined) return new Date(former)
  return isReply ? now : before
}

/** Derives the turn: none when done, ours when work goes on. */
function turnByStatus(before: StoredTicket, status: Status): Turn | null {
  if (isDone(status)) return null
  return isDone(before.status) ? 'us' : before.turn
}

/**
 * Computes turn columns: set by staff, or derived from the status. An undo restores the former turn unless a
 * message came since.
 * @param before stored and locked ticket
 * @param undone change to undo
 */
export function turnAfterChange(
  { now }: Work,
  before: StoredTicket,
  { status, turn: chosen }: TicketChange,
  undone?: Undone,
): Pick<Partial<StoredTicket>, 'turn' | 'turnSince'> {
  const isRestored = chosen === undefined && undone?.before && undone.after?.turn === before.turn
  const followed =
    status === undefined || status === before.status ? before.turn : turnByStatus(before, status)
  const given = chosen === undefined ? followed : chosen
  const turn = isRestored ? (undone.before?.turn ?? null) : given
  if (turn === before.turn) return {}
  const since = isRestored && undone.turnSince !== undefined ? new Date(undone.turnSince) : now
  return { turn, turnSince: turn && since }
}
