import { findSettings } from '#features/settings/server/queries.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { filterOf, inOrder, shippedViews, viewLimits } from '../contract.ts'
import { listViews } from './queries.ts'

interface Parts {
  db: Database
  totals: Pick<Totals, 'countUpTo'>
}

/** Counts the first views of a person's order, one after another. */
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
    return counts
  }
}
