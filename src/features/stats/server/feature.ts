import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { statsApi } from '../contract.ts'
import { statsLive } from './live.ts'
import { statsRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  totals: Totals
}

export const stats = {
  name: 'stats',
  api: [statsApi],
  live: [statsLive],
  serve: (deps) => statsRoutes(deps.door, deps),
} satisfies Feature<Needs, Viewer>
