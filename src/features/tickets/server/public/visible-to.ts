import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { tickets } from '#tables/tickets.ts'
import { canSee } from '../../policy.ts'
import type { TicketFacets } from '../events.ts'
import { filedForClient } from './ticket-rows.ts'
import { visibilityOf } from './facets.ts'

export interface Scope {
  /** Scopes of one shape share a statement. */
  shape: string
  /** Absent: every ticket. */
  conditions?: SQL | undefined
  values: Record<string, unknown>
  /** Predicate equivalent to `conditions`, for the ticket of a fact. */
  matches(ticket: TicketFacets): boolean
}

/** SQL twin of `canSee`. */
export function visibleTo(viewer: Viewer): Scope {
  const matches = (ticket: TicketFacets) => canSee(viewer, visibilityOf(ticket))
  if (isStaff(viewer)) return { shape: 'all', values: {}, matches }
  const own = eq(tickets.createdById, sql.placeholder('viewerId'))
  if (viewer.managedClientIds.length === 0)
    return { shape: 'own', conditions: own, values: { viewerId: viewer.id }, matches }
  const company = and(sql`${tickets.clientId} = any(${sql.placeholder('managed')})`, filedForClient)
  return {
    shape: 'company',
    conditions: or(own, company),
    values: { viewerId: viewer.id, managed: viewer.managedClientIds },
    matches,
  }
}
