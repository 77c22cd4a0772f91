import type { Visibility } from '../../policy.ts'
import type { Seen, TicketFacets } from '../events.ts'
import type { TicketRow } from './ticket-writes.ts'

type Counted = Pick<TicketRow, Exclude<keyof TicketFacets, 'creatorBelongs'>>

export const facetsOf = (
  row: Counted,
  { filedForClient }: Pick<Visibility, 'filedForClient'>,
): TicketFacets => ({
  status: row.status,
  priority: row.priority,
  category: row.category,
  assignedToId: row.assignedToId,
  clientId: row.clientId,
  productId: row.productId,
  createdById: row.createdById,
  creatorBelongs: filedForClient,
  createdAt: row.createdAt.toISOString(),
  turn: row.turn,
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
})

export const visibilityOf = ({ createdById, clientId, creatorBelongs }: Seen): Visibility => ({
  createdById,
  clientId,
  filedForClient: creatorBelongs,
})

/** In milliseconds; null without an answer. */
export const waitOf = ({ createdAt, firstResponseAt }: Pick<TicketRow, 'createdAt' | 'firstResponseAt'>) =>
  firstResponseAt && firstResponseAt.getTime() - createdAt.getTime()
