import { count, sql } from 'drizzle-orm'
import { positionSeen } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Database } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import { createStatements } from '../statements.ts'
import { newestFirst, orderBy } from '../ticket-columns.ts'
import { resolveSearch } from './resolve-search.ts'
import { createCarriedCache } from './carried-cache.ts'
import { cacheKey, filterSql, type FilterSql } from './filter.ts'
import { deltasIn } from './deltas.ts'
import type { TotalsParts } from './recent-log.ts'

const mostAnswers = 7000

const buildTotal = (db: Database, { conditions }: FilterSql) =>
  db.select({ position: positionSeen, total: count() }).from(tickets).where(conditions)

export function createTally({ db, clock, timeZone, recent }: TotalsParts) {
  const remembered = createCarriedCache<number>(recent, mostAnswers)
  const totalOf = createStatements((name, filter: FilterSql) => buildTotal(db, filter).prepare(name))

  return {
    /** Requires a filter without a search. */
    async count(filter: FilterSql): Promise<number> {
      const { answer } = await remembered(await recent.newest(), {
        key: cacheKey(filter),
        async lookUp() {
          const { values, knownAt } = await resolveSearch(db, filter)
          const statement = totalOf(`count|${filter.shape}`, filter.isPlannedEachTime, filter)
          const { position, total } = onlyRow(await statement.execute(values))
          return { position: knownAt(position), answer: total }
        },
        applyEvents: (total, entries) =>
          deltasIn(filter, entries, () => [null])?.reduce((sum, { by }) => sum + by, total),
      })
      return answer
    },
    /** Counts visible tickets up to a limit, which bounds the cost. */
    async countUpTo(atMost: number, viewer: Viewer, filter: TicketFilter): Promise<number> {
      const narrowed = filterSql(viewer, filter, clock.now(), timeZone)
      const { answer } = await remembered(await recent.newest(), {
        key: cacheKey(narrowed, String(atMost)),
        async lookUp() {
          const { where, values, knownAt } = await resolveSearch(db, narrowed, atMost)
          const few = db
            .select({ one: sql`1`.as('one') })
            .from(tickets)
            .where(where)
            // Searches mostly match new tickets, so scan newest first.
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
        applyEvents(before, entries) {
          const moves = deltasIn(narrowed, entries, () => [null])
          // At the limit there may be any number more.
          if (!moves || (before === atMost && moves.some(({ by }) => by < 0))) return undefined
          return Math.min(
            atMost,
            moves.reduce((sum, { by }) => sum + by, before),
          )
        },
      })
      return answer
    },
  }
}
