import { findDeskSettings } from '#features/desk-settings/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { applyChange } from '../service.ts'
import type { LockedTicket } from './ticket-writes.ts'
import type { WholeRow } from './ticket-rows.ts'
import { isDone } from './turn.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Makes the check whether a ticket is open after a client's word: an unfinished or resolved one always, a
 * closed one for the desk's days.
 */
export async function findReopening(reader: Reader, now: Date) {
  const { reopenClosedDays } = await findDeskSettings(reader)
  return ({ status, closedAt, resolvedAt, updatedAt }: WholeRow): boolean => {
    if (status !== 'closed') return true
    const since = new Date(closedAt ?? resolvedAt ?? updatedAt)
    return now.getTime() < since.getTime() + reopenClosedDays * dayMs
  }
}

/** The same for one ticket. */
export const isReopenedByReply = async (reader: Reader, ticket: WholeRow, now: Date): Promise<boolean> =>
  ticket.status !== 'closed' || (await findReopening(reader, now))(ticket)

/**
 * Opens a finished ticket by a client's word; staff reopen by hand.
 * @param found the ticket, locked in this unit of work
 * @param commentId the word, unless it is a chat message
 * @returns the ticket afterwards
 */
export async function reopenByReply(
  unit: Work,
  viewer: Viewer,
  found: LockedTicket,
  commentId?: string,
): Promise<LockedTicket> {
  const mayOpen = isClient(viewer) && isDone(found.locked.status)
  if (!mayOpen || !(await isReopenedByReply(unit.tx, found.ticket, unit.now))) return found
  return applyChange(unit, viewer, found, { status: 'open', isReply: true, commentId })
}
