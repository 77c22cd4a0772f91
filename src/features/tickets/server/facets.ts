import type { Visibility } from '../policy.ts'
import type { Facets } from './events.ts'
import type { TicketRow } from './ticket-writes.ts'

type Counted = Pick<TicketRow, Exclude<keyof Facets, 'creatorBelongs'>>

export const facetsOf = (row: Counted, { creatorBelongs }: Pick<Visibility, 'creatorBelongs'>): Facets => ({
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
