import { canHandleMail } from '#features/inbound/policy.ts'
import { countWaitingMails } from '#features/inbound/server/public/waiting-mails.ts'
import { findSettings } from '#features/settings/server/queries.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { filterOf, inOrder, shippedViews, trayView, viewLimits } from '../contract.ts'
import { listViews } from './queries.ts'

export interface CountParts {
  db: Database
  totals: Pick<Totals, 'countUpTo'>
  /** Limits counted views that search. @throws {AppError} `too_many` */
  limitSearches(personId: string): Promise<void>
}

/**
 * Counts the first views of a person's order, one after another, and the mails in the tray for the desk. Views that
 * search are left out beyond the limit.
 */
export function createViewCounts({ db, totals, limitSearches }: CountParts) {
  async function mayCount({ id }: Viewer, { search }: TicketFilter): Promise<boolean> {
    if (search === undefined) return true
    try {
      await limitSearches(id)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many') return false
      throw error
    }
  }

  return async function countViews(viewer: Viewer): Promise<Record<string, number>> {
    const [stored, { viewOrder }] = await Promise.all([listViews(db, viewer), findSettings(db, viewer.id)])
    const counts: Record<string, number> = {}
    const all = inOrder([...shippedViews(viewer.id), ...stored], viewOrder)
    for (const { id, query } of all.slice(0, viewLimits.counted)) {
      const filter = filterOf(query)
      if (Object.keys(filter).length > 0 && (await mayCount(viewer, filter)))
        counts[id] = await totals.countUpTo(viewLimits.tickets, viewer, filter)
    }
    const mails = canHandleMail(viewer) ? await countWaitingMails(db) : 0
    if (mails > 0) counts[trayView] = mails
    return counts
  }
}
