import { notFound } from '#platform/contract/errors.ts'
import type { Work } from '#platform/server/work.ts'
import type { tickets } from '#tables/tickets.ts'
import type { Visibility } from '../policy.ts'
import type { Facets } from './events.ts'
import { findWholeTicket } from './queries.ts'

/** A ticket as it is stored. */
export type TicketRow = typeof tickets.$inferSelect

/** The fields that decide who may see a ticket, without regard to the viewer. */
export async function sightOf(unit: Work, id: string): Promise<Visibility> {
  const ticket = await findWholeTicket(unit.tx, id)
  if (!ticket) throw notFound()
  const { createdById, clientId, creatorBelongs } = ticket
  return { createdById, clientId, creatorBelongs }
}

export const facetsOf = (row: TicketRow, { creatorBelongs }: Pick<Visibility, 'creatorBelongs'>): Facets => ({
  status: row.status,
  priority: row.priority,
  category: row.category,
  assignedToId: row.assignedToId,
  clientId: row.clientId,
  productId: row.productId,
  createdById: row.createdById,
  creatorBelongs,
  createdAt: row.createdAt.toISOString(),
  turn: row.turn,
})
