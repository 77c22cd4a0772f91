import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { demoApi } from '../contract.ts'
import * as events from './events.ts'
import { demoLive } from './live.ts'
import { demoRoutes } from './routes.ts'

export const demo = {
  name: 'demo',
  api: [demoApi],
  facts: Object.values(events),
  live: [demoLive],
  serve: (deps) => demoRoutes(deps.door, deps),
} satisfies Feature<Platform<LiveSession>, LiveSession>
