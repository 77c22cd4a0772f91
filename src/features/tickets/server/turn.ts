import { eq } from 'drizzle-orm'
import { listTicketEntries } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { unresolvedStatuses, type Status, type TicketChange, type Turn } from '../contract.ts'
import { ticketChanged, ticketTurned } from './events.ts'
import { facetsOf, sightOf, type TicketRow } from './facets.ts'

const isDone = (status: Status): boolean => !isOneOf(unresolvedStatuses, status)

const isFromClient = async ({ tx }: Work, { createdById }: TicketRow): Promise<boolean> =>
  isClient(onlyRow(await tx.select({ role: users.role }).from(users).where(eq(users.id, createdById))))

/**
 * Whose turn it is after somebody has said something that the requester can read. A client's word asks for an answer, whatever the status;
 * that of staff asks the client for one, unless the ticket waits for a third party, or is done.
 */
async function turnAfterWord(unit: Work, viewer: Viewer, ticket: TicketRow): Promise<Turn | null> {
  if (isClient(viewer)) return 'us'
  if (isDone(ticket.status)) return null
  const asks = ticket.turn === 'us' && viewer.id !== ticket.createdById && (await isFromClient(unit, ticket))
  return asks ? 'client' : ticket.turn
}

/**
 * Passes the turn on, if what was just said passes it. That stands in no list of changes, and does not move the ticket's clock: where a
 * word is to move it, the word itself does.
 * @param ticket as it is stored, and locked
 * @param isCounted whether the word has counted up the versions already
 */
export async function passTurn(
  unit: Work,
  viewer: Viewer,
  ticket: TicketRow,
  isCounted: boolean,
): Promise<void> {
  const turn = await turnAfterWord(unit, viewer, ticket)
  if (turn === ticket.turn) return
  const rows = await unit.tx
    .update(tickets)
    .set({
      turn,
      turnSince: turn && unit.now,
      ...(!isCounted && { version: ticket.version + 1, publicVersion: ticket.publicVersion + 1 }),
    })
    .where(eq(tickets.id, ticket.id))
    .returning()
  const sight = await sightOf(unit, ticket.id)
  const data = { before: facetsOf(ticket, sight), after: facetsOf(onlyRow(rows), sight) }
  unit.announce(ticketTurned({ actorId: viewer.id, ticketId: ticket.id, data }))
}

/** The turn that the latest change of the status has ended, if this change takes that one back. */
async function findEndedTurn({ tx, now }: Work, before: TicketRow, { status }: TicketChange) {
  const entries = await listTicketEntries(tx, before.id, [ticketChanged.type], false)
  for (const entry of entries.toReversed()) {
    const fact = ticketChanged.read(entry)
    const changed = fact?.data.changes.status
    if (!fact || !changed) continue
    const turn = fact.data.before?.turn
    if (!turn || changed.to !== before.status || changed.from !== status) return undefined
    const { turnSince } = fact.data
    return { turn, turnSince: turnSince === undefined ? now : new Date(turnSince) }
  }
  return undefined
}

/**
 * The columns of the turn that change with the ticket: what staff say; else it is nobody's when the ticket is done, and ours when work goes
 * on, or whose it was when that is taken back.
 * @param before as it is stored, and locked
 */
export async function turnAfterChange(unit: Work, before: TicketRow, change: TicketChange) {
  const isTurned = change.status !== undefined && isDone(change.status) !== isDone(before.status)
  if (change.isUndo && isTurned && before.turn === null && change.turn === undefined) {
    const ended = await findEndedTurn(unit, before, change)
    if (ended) return ended
  }
  const byStatus = change.status !== undefined && isDone(change.status) ? null : 'us'
  const turn = change.turn ?? (isTurned ? byStatus : before.turn)
  return turn === before.turn ? {} : { turn, turnSince: turn && unit.now }
}
