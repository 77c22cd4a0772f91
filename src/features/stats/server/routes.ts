import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Door } from '#platform/server/door.ts'
import { createThrottledCache } from '#platform/server/throttled-cache.ts'
import { statsApi } from '../contract.ts'
import { findClientFigures, findProductFigures } from './figures.ts'
import { findDay, findNeeds, findOverview, findStats } from './queries.ts'
import { findStartSteps } from './start.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
}

export function statsRoutes(
  { route }: Door<Viewer & { position: number }>,
  { db, clock, timeZone }: Parts,
): void {
  const stats = createThrottledCache(() => findStats(db))
  const needs = createThrottledCache(() => findNeeds(db))
  const overview = createThrottledCache(() => findOverview(db, clock.now(), timeZone))
  // Ages pass also while nothing happens.
  const minute = () => String(Math.floor(clock.now().getTime() / 60_000))

  route(statsApi.start, () => findStartSteps(db))
  route(statsApi.stats, ({ viewer }) => stats(viewer.position))
  route(statsApi.needs, ({ viewer }) => needs(viewer.position))
  route(statsApi.client, ({ params }) => findClientFigures(db, params.id, clock.now(), timeZone))
  route(statsApi.product, ({ params }) => findProductFigures(db, params.id))
  route(statsApi.day, ({ query }) => findDay(db, query.day, timeZone))
  route(statsApi.overview, ({ viewer }) => overview(viewer.position, minute()))
}
