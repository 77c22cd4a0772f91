import { count, sql } from 'drizzle-orm'
import { positionSeen } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { createCarriedCache } from './carried-cache.ts'
import type { Clock } from '#platform/server/clock.ts'
import { onlyRow, type Database } from '#platform/server/database/database.ts'
import type { RecentLog } from './recent-log.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketFilter } from '../../list/contract.ts'
import { cacheKey, movesIn, narrow } from './filter.ts'
import { newestFirst, orderBy } from '../ticket-order.ts'
import { settle } from '../words/settle.ts'

const answersKept = 5000

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  recent: RecentLog
}

/**
 * Makes a function that counts the tickets which a viewer may see and a filter lets through, up to a limit: that costs no more for a
 * hundred thousand of them than for a hundred. Those who ask the same share an answer, which is carried forward by what happens.
 */
export function createTicketTally({ db, clock, timeZone, recent }: Parts, atMost: number) {
  const remembered = createCarriedCache<number>(recent, answersKept)
  return async function tally(viewer: Viewer & { position: number }, filter: TicketFilter): Promise<number> {
    const narrowed = narrow(viewer, filter, clock.now(), timeZone)
    const { answer } = await remembered(viewer.position, {
      key: cacheKey(narrowed),
      async lookUp() {
        const { where, values, knownAt } = await settle(db, narrowed, atMost)
        const few = db
          .select({ one: sql`1`.as('one') })
          .from(tickets)
          .where(where)
          // What is looked for is mostly new; from the oldest on, a hundred of it would be found last.
          .orderBy(...orderBy(newestFirst))
          .limit(atMost)
          .as('few')
        const rows = await db
          .select({ position: positionSeen, total: count() })
          .from(few)
          .prepare('')
          .execute(values)
        const { position, total } = onlyRow(rows)
        return { position: knownAt(position), answer: total }
      },
      carry(before, entries) {
        const moves = movesIn(narrowed, entries, () => [null])
        // At the limit there may be any number more.
        if (!moves || (before === atMost && moves.some(({ by }) => by < 0))) return undefined
        return Math.min(
          atMost,
          moves.reduce((sum, { by }) => sum + by, before),
        )
      },
    })
    return answer
  }
}
