import { canHandleMail } from '#features/inbound/policy.ts'
import { countWaitingMails } from '#features/inbound/server/public/waiting-mails.ts'
import { findSettings } from '#features/settings/server/queries.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { filterOf, inOrder, shippedViews, trayView, viewLimits } from '../contract.ts'
import { listViews } from './queries.ts'

interface Parts {
  db: Database
  totals: Pick<Totals, 'countUpTo'>
}

/** Counts the first views of a person's order, one after another, and the mails in the tray for the desk. */
export function createViewCounts({ db, totals }: Parts) {
  return async function countViews(viewer: Viewer): Promise<Record<string, number>> {
    const [stored, { viewOrder }] = await Promise.all([listViews(db, viewer), findSettings(db, viewer.id)])
    const counts: Record<string, number> = {}
    const all = inOrder([...shippedViews(viewer.id), ...stored], viewOrder)
    for (const { id, query } of all.slice(0, viewLimits.counted)) {
      const filter = filterOf(query)
      if (Object.keys(filter).length > 0)
        counts[id] = await totals.countUpTo(viewLimits.tickets, viewer, filter)
    }
    const mails = canHandleMail(viewer) ? await countWaitingMails(db) : 0
    if (mails > 0) counts[trayView] = mails
    return counts
  }
}
