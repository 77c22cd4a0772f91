import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import { statsApi } from '../contract.ts'
import { findClientFigures, findProductFigures } from './figures.ts'
import { findDay, findNeeds, findOverview, findStats } from './queries.ts'
import { findStartSteps } from './start.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  totals: Pick<Totals, 'sum'>
}

export function statsRoutes({ route }: Door<Viewer>, { db, clock, timeZone, totals: { sum } }: Parts): void {
  route(statsApi.start, () => findStartSteps(db))
  route(statsApi.stats, () => findStats(sum))
  route(statsApi.needs, () => findNeeds(db, sum))
  route(statsApi.client, ({ params }) =>
    findClientFigures(db, sum, { clientId: params.id, now: clock.now(), timeZone }),
  )
  route(statsApi.product, ({ params }) => findProductFigures(db, sum, params.id))
  route(statsApi.day, ({ query }) => findDay(db, query.day, timeZone))
  route(statsApi.overview, () => findOverview(sum, clock.now(), timeZone))
}
