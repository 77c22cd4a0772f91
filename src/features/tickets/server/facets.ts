import type { Visibility } from '../policy.ts'
import type { TicketFacets } from './events.ts'
import type { TicketRow } from './writes/ticket-writes.ts'

type Counted = Pick<TicketRow, Exclude<keyof TicketFacets, 'creatorBelongs'>>

export const facetsOf = (
  row: Counted,
  { creatorBelongs }: Pick<Visibility, 'creatorBelongs'>,
): TicketFacets => ({
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
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
})

/** How long its creator waited for the first answer of staff, in milliseconds; null: they have none. */
export const waitOf = ({ createdAt, firstResponseAt }: Pick<TicketRow, 'createdAt' | 'firstResponseAt'>) =>
  firstResponseAt && firstResponseAt.getTime() - createdAt.getTime()
