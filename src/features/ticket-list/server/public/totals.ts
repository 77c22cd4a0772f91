import { entriesFinder, findHead } from '#features/event-log/server/queries.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { createChoices } from '../totals/choices.ts'
import { createRecentLog, type RecentLog } from '../totals/recent-log.ts'
import { createSums } from './sums.ts'
import { createTally } from '../totals/tally.ts'
import type { TotalsParts } from '../totals/recent-log.ts'

interface LogParts {
  db: Database
  /** True when this version declares the event's fact. */
  isKnown(entry: LogEntry): boolean
}

export const recentLogOf = ({ db, isKnown }: LogParts): RecentLog =>
  createRecentLog({
    read: entriesFinder(db),
    newest: async () => (await findHead(db)).position,
    isKnown,
  })

/**
 * Counts tickets and sums over them, exactly. Results are cached with their log position and carried forward
 * by later events. Filters and sums exist as SQL and as an equivalent predicate.
 */
export const createTotals = (parts: TotalsParts) => ({
  ...createTally(parts),
  ...createChoices(parts),
  sum: createSums(parts),
})

export type Totals = ReturnType<typeof createTotals>
