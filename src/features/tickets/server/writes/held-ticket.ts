import { eq, sql } from 'drizzle-orm'
import type { Person, Viewer } from '#features/users/contract.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { prepared, together } from '#platform/server/database/query-builder.ts'
import { requireLockable, type Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import { canSee } from '../../policy.ts'
import { requireVisible } from '../queries.ts'
import { selectHeldTickets, type WholeRow } from '../ticket-rows.ts'
import { lockTicket, type StoredTicket } from './ticket-writes.ts'

const lockAndRead = (reader: Reader) =>
  selectHeldTickets(reader)
    .where(eq(tickets.id, sql.placeholder('id')))
    .for('no key update', { of: tickets })
type HeldRow = Awaited<ReturnType<typeof lockAndRead>>[number]
const held = prepared<{ id: string; viewerId: string }, HeldRow[]>('hold_ticket', lockAndRead)

const momentOf = (text: string | null) => (text === null ? null : new Date(text))

const courseOf = (row: HeldRow): StoredTicket => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
  publicUpdatedAt: new Date(row.publicUpdatedAt),
  resolvedAt: momentOf(row.resolvedAt),
  turnSince: momentOf(row.turnSince),
})

interface HeldTicket {
  /** As it is stored. */
  locked: StoredTicket
  /** As those see it who may. */
  ticket: WholeRow
  /** Who holds it. */
  person: Person
}

/**
 * A statement that has waited for the lock takes the ticket as it is then, but what stands beside it as it was before: there is no row, or
 * no assignee in it, where these are others by then.
 */
const isWhole = (row: HeldRow | undefined): row is HeldRow =>
  row !== undefined && (row.assignedToId === null || row.assigneeFirstName !== null)

/**
 * Keeps everybody else from changing the ticket, or from talking in it, until this unit of work is done; `lockTicket` for those who see it.
 * @throws {AppError} `not_found`, the same for a ticket that is not there and for one that is not theirs to see
 */
export async function holdTicket(unit: Work, viewer: Viewer, id: string): Promise<HeldTicket> {
  requireLockable(unit, id)
  const [row] = await held(unit.tx, { id, viewerId: viewer.id })
  if (!isWhole(row)) {
    const [locked, ticket, [person]] = await together([
      lockTicket(unit, id),
      requireVisible(unit.tx, viewer, id),
      listPeople(unit.tx, [viewer.id]),
    ])
    if (!person) throw notFound()
    return { locked, ticket, person }
  }
  if (!canSee(viewer, row)) throw notFound()
  const person = {
    id: viewer.id,
    firstName: row.viewerFirstName,
    lastName: row.viewerLastName,
    profileImageUrl: row.viewerImage,
  }
  return { locked: courseOf(row), ticket: row, person }
}
