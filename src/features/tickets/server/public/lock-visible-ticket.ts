import type { Viewer } from '#features/users/contract.ts'
import { pipelined } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { requireVisible } from '../queries.ts'
import type { WholeRow } from './ticket-rows.ts'
import { lockTicket, type StoredTicket } from './ticket-writes.ts'

export interface LockedTicket {
  locked: StoredTicket
  ticket: WholeRow
}

/** Locks a ticket like `lockTicket`. @throws {AppError} `not_found`, also for a hidden ticket */
export async function lockVisibleTicket(unit: Work, viewer: Viewer, id: string): Promise<LockedTicket> {
  // Pipelined; the second query reads the state after the lock.
  const [locked, ticket] = await pipelined([lockTicket(unit, id), requireVisible(unit.tx, viewer, id)])
  return { locked, ticket }
}
