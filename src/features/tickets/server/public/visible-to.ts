import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { tickets } from '#tables/tickets.ts'
import { canSee } from '../../policy.ts'
import type { TicketFacets } from '../events.ts'
import { filedForClient } from './ticket-rows.ts'
import { visibilityOf } from './facets.ts'

/** The tickets that a viewer may see, as SQL whose values are placeholders. */
export interface Scope {
  /** Two scopes of one shape are one statement. */
  shape: string
  /** Absent: every ticket. */
  conditions?: SQL | undefined
  values: Record<string, unknown>
  /** The twin of `conditions` for the ticket that a fact tells of. */
  matches(ticket: TicketFacets): boolean
}

/** The SQL twin of `canSee`. */
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
