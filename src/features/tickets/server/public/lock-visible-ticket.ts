import type { Viewer } from '#features/users/contract.ts'
import { pipelined } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { requireVisible } from '../queries.ts'
import type { WholeRow } from './ticket-rows.ts'
import { lockTicket, type StoredTicket } from './ticket-writes.ts'

interface HeldTicket {
  /** As it is stored. */
  locked: StoredTicket
  /** As those see it who may. */
  ticket: WholeRow
}

/**
 * Keeps everybody else from changing the ticket, or from talking in it, until this unit of work is done; `lockTicket` for those who see it.
 * @throws {AppError} `not_found`, the same for a ticket that is not there and for one that is not theirs to see
 */
export async function lockVisibleTicket(unit: Work, viewer: Viewer, id: string): Promise<HeldTicket> {
  // Sent at once; what comes after the lock is read as it is when the lock is had.
  const [locked, ticket] = await pipelined([lockTicket(unit, id), requireVisible(unit.tx, viewer, id)])
  return { locked, ticket }
}
