import { listTicketEntries } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import type { Work } from '#platform/server/work.ts'
import { unresolvedStatuses, type Status, type TicketChange, type Turn } from '../../contract.ts'
import { ticketAnswered, ticketChanged, ticketTurned } from '../events.ts'
import { facetsOf, waitOf } from './facets.ts'
import type { WholeRow } from './ticket-rows.ts'
import { updateTicket, type StoredTicket } from './ticket-writes.ts'

export const isDone = (status: Status): boolean => !isOneOf(unresolvedStatuses, status)

/**
 * Whose turn it is after somebody has said something that the requester can read. A client's word asks for an answer, whatever the status;
 * that of staff asks the client for one, unless the ticket waits for a third party, or is done.
 */
export function turnAfterWord(viewer: Viewer, ticket: WholeRow): Turn | null {
  if (isClient(viewer)) return 'us'
  if (isDone(ticket.status)) return null
  const asks =
    ticket.turn === 'us' && viewer.id !== ticket.createdById && isClient({ role: ticket.creatorRole })
  return asks ? 'client' : ticket.turn
}

interface Word {
  isInternal: boolean
  /** Whether it moves the ticket's clock and counts up its versions, as a comment does; what is said in the chat does not. */
  isUpdate: boolean
  /** Whether it counts as an answer of staff, if it is theirs. */
  isAnswer: boolean
  /** The comment that it is, if it is one. */
  commentId?: string
}

/**
 * Notes in a ticket that somebody has said something: when, whose turn it is now, and that staff have answered for the first time. The turn
 * that a word passes on stands in no list of changes.
 * @param locked the ticket as it is stored
 * @param ticket the same with its creator, read while it was locked
 */
export function recordReply(
  unit: Work,
  viewer: Viewer,
  locked: StoredTicket,
  ticket: WholeRow,
  { isInternal, isUpdate, isAnswer, commentId }: Word,
): void {
  const { now } = unit
  const said = { ...locked }
  const isFirstAnswer = !isInternal && isAnswer && !isClient(viewer) && locked.firstResponseAt === null
  const turn = isInternal ? locked.turn : turnAfterWord(viewer, ticket)
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
}

type Undone = Pick<
  NonNullable<ReturnType<typeof ticketChanged.read>>['data'],
  'before' | 'after' | 'turnSince'
>

/** A change with what only the server knows of it. */
export type TicketAct = TicketChange & {
  /** The comment that it is made with, or taken back with. */
  commentId?: string
  /** What it takes back, where that is not the latest change of the status. */
  undone?: Undone
}

/** The latest change of the status, if this change takes that one back. */
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

/**
 * Set on entering resolved, or closed if it never was; cleared when work goes on.
 * @param former when it was resolved before the change that this one takes back
 */
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

/** What a change of the status makes of the turn: it is nobody's when the ticket is done, and ours when work goes on. */
function turnByStatus(before: StoredTicket, status: Status): Turn | null {
  if (isDone(status)) return null
  return isDone(before.status) ? 'us' : before.turn
}

/**
 * The columns of the turn that change with the ticket: what staff say; else what follows from the status, or whose it was when a change of
 * that is taken back and nobody has spoken since.
 * @param before as it is stored, and locked
 * @param undone the change that is taken back
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
