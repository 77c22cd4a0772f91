import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Door } from '#platform/server/door.ts'
import type { RecentLog } from '#features/tickets/server/totals/recent-log.ts'
import { statsApi } from '../contract.ts'
import { findClientFigures, findProductFigures } from './figures.ts'
import { findDay, findNeeds, findOverview, findStats } from './queries.ts'
import { findStartSteps } from './start.ts'
import { createSums } from '#features/tickets/server/totals/sums.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  recent: RecentLog
}

export function statsRoutes(
  { route }: Door<Viewer & { position: number }>,
  { db, clock, timeZone, recent }: Parts,
): void {
  const findSums = createSums(db, recent)

  route(statsApi.start, () => findStartSteps(db))
  route(statsApi.stats, ({ viewer }) => findStats(findSums, viewer.position))
  route(statsApi.needs, ({ viewer }) => findNeeds(db, findSums, viewer.position))
  route(statsApi.client, ({ viewer, params }) =>
    findClientFigures(db, findSums, viewer.position, { clientId: params.id, now: clock.now(), timeZone }),
  )
  route(statsApi.product, ({ viewer, params }) =>
    findProductFigures(db, findSums, viewer.position, params.id),
  )
  route(statsApi.day, ({ query }) => findDay(db, query.day, timeZone))
  route(statsApi.overview, ({ viewer }) => findOverview(findSums, viewer.position, clock.now(), timeZone))
}
