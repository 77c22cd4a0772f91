import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { viewApi } from '../contract.ts'
import * as events from './events.ts'
import { viewLive } from './live.ts'
import { viewRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'

interface Needs extends Platform<Viewer> {
  totals: Totals
  limits: { viewSearch(viewerId: string): Promise<void> }
}

export const views = {
  name: 'views',
  api: [viewApi],
  facts: Object.values(events),
  live: [viewLive],
  serve: ({ limits, ...deps }) => viewRoutes(deps.door, { ...deps, limitSearches: limits.viewSearch }),
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, Viewer>
