import { entriesFinder, findHead } from '#features/event-log/server/queries.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { createChoices } from '../totals/choices.ts'
import { createRecentLog, type RecentLog } from '../totals/recent-log.ts'
import { createSums } from './sums.ts'
import { createTally } from '../totals/tally.ts'
import type { TotalsParts } from '../totals/parts.ts'

interface LogParts {
  db: Database
  /** Whether this version declares the fact of an event. */
  isKnown(entry: LogEntry): boolean
}

/** Reads the log for totals. */
export const recentLogOf = ({ db, isKnown }: LogParts): RecentLog =>
  createRecentLog({
    read: entriesFinder(db),
    newest: async () => (await findHead(db)).position,
    isKnown,
  })

/**
 * Makes the calls that count tickets and add up over them. Every number is exact: it is remembered with the position of the log at which
 * it holds, and carried forward by the events since. Filters and sums say by SQL and by a predicate beside it what they let through.
 */
export const createTotals = (parts: TotalsParts) => ({
  ...createTally(parts),
  ...createChoices(parts),
  sum: createSums(parts),
})

export type Totals = ReturnType<typeof createTotals>
