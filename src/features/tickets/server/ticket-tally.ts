import { count, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createPositionCache } from '#platform/server/position-cache.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketFilter } from '../list/contract.ts'
import { cacheKey, narrow } from './ticket-filter.ts'
import { newestFirst, orderBy } from './ticket-order.ts'

const answersKept = 5000

/**
 * Makes a function that counts the tickets which a viewer may see and a filter lets through, up to a limit: that costs no more for a
 * hundred thousand of them than for a hundred. Those who ask the same share an answer until the log has grown.
 */
export function createTicketTally(db: Database, clock: Clock, timeZone: string, atMost: number) {
  const remembered = createPositionCache<number>(answersKept)
  return function tally(viewer: Viewer & { position: number }, filter: TicketFilter): Promise<number> {
    const narrowed = narrow(viewer, filter, clock.now(), timeZone)
    return remembered(cacheKey(narrowed), viewer.position, async () => {
      const few = db
        .select({ one: sql`1`.as('one') })
        .from(tickets)
        .where(narrowed.where)
        // What is looked for is mostly new; from the oldest on, a hundred of it would be found last.
        .orderBy(...orderBy(newestFirst))
        .limit(atMost)
        .as('few')
      const [row] = await db.select({ total: count() }).from(few).prepare('').execute(narrowed.values)
      return row?.total ?? 0
    })
  }
}
