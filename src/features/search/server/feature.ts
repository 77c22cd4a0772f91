import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { searchApi } from '../contract.ts'
import { searchRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  totals: Totals
  limits: { search(viewerId: string): Promise<void> }
}

export const search = {
  name: 'search',
  api: [searchApi],
  serve: ({ limits, ...deps }) => searchRoutes(deps.door, { ...deps, limitSearches: limits.search }),
} satisfies Feature<Needs, Viewer>
