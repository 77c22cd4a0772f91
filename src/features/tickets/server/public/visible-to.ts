import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { tickets } from '#tables/tickets.ts'
import { canSee, type Visibility } from '../../policy.ts'
import type { Seen, TicketFacets } from '../events.ts'
import { filedForClient } from './ticket-rows.ts'

export interface Scope {
  /** Scopes of one shape share a statement. */
  shape: string
  /** Absent: every ticket. */
  conditions?: SQL | undefined
  values: Record<string, unknown>
  /** Predicate equivalent to `conditions`, for the ticket of a fact. */
  matches(ticket: TicketFacets): boolean
}

// An array, because PostgreSQL looks each up in the index of ids, beside those of the other alternatives.
const isTakingPart = sql`${tickets.id} = any(array(select p.ticket_id from ${ticketParticipants} p
  where p.user_id = ${sql.placeholder('viewerId')} and p.confirmed_at is not null))`

export const visibilityOf = ({
  createdById,
  clientId,
  creatorBelongs,
  participantIds,
}: Seen): Visibility => ({ createdById, clientId, filedForClient: creatorBelongs, participantIds })

/** SQL twin of `canSee`. */
export function visibleTo(viewer: Viewer): Scope {
  const matches = (ticket: TicketFacets) => canSee(viewer, visibilityOf(ticket))
  if (isStaff(viewer)) return { shape: 'all', values: {}, matches }
  const own = eq(tickets.createdById, sql.placeholder('viewerId'))
  if (viewer.clientIds.length === 0)
    return { shape: 'own', conditions: own, values: { viewerId: viewer.id }, matches }
  const ofTheirs = (name: string) => sql`${tickets.clientId} = any(${sql.placeholder(name)})`
  const taking = and(isTakingPart, ofTheirs('clients'))
  const values = { viewerId: viewer.id, clients: viewer.clientIds }
  if (viewer.managedClientIds.length === 0)
    return { shape: 'member', conditions: or(own, taking), values, matches }
  return {
    shape: 'company',
    conditions: or(own, taking, and(ofTheirs('managed'), filedForClient)),
    values: { ...values, managed: viewer.managedClientIds },
    matches,
  }
}
