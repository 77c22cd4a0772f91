import type { Visibility } from '../../policy.ts'
import type { Seen, TicketFacets } from '../events.ts'
import type { TicketRow } from './ticket-writes.ts'

type Counted = Pick<TicketRow, Exclude<keyof TicketFacets, 'creatorBelongs' | 'participantIds' | 'labelIds'>>

export const facetsOf = (
  row: Counted,
  {
    filedForClient,
    participantIds,
    labelIds,
  }: Pick<Visibility, 'filedForClient' | 'participantIds'> & { labelIds: readonly string[] },
): TicketFacets => ({
  status: row.status,
  priority: row.priority,
  category: row.category,
  assignedToId: row.assignedToId,
  clientId: row.clientId,
  productId: row.productId,
  createdById: row.createdById,
  creatorBelongs: filedForClient,
  participantIds: [...participantIds],
  labelIds: [...labelIds],
  createdAt: row.createdAt.toISOString(),
  turn: row.turn,
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
})

export const visibilityOf = ({
  createdById,
  clientId,
  creatorBelongs,
  participantIds,
}: Seen): Visibility => ({
  createdById,
  clientId,
  filedForClient: creatorBelongs,
  participantIds,
})

/** In milliseconds; null without an answer. */
export const waitOf = ({ createdAt, firstResponseAt }: Pick<TicketRow, 'createdAt' | 'firstResponseAt'>) =>
  firstResponseAt && firstResponseAt.getTime() - createdAt.getTime()
