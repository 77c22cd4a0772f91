import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { searchApi } from '../contract.ts'
import { searchRoutes } from './routes.ts'

interface Needs extends Platform<Viewer & { position: number }> {
  limits: { search(viewerId: string): Promise<void> }
}

export const search = {
  name: 'search',
  api: [searchApi],
  serve: ({ door, db, clock, timeZone, recent, limits }) =>
    searchRoutes(door, { db, clock, timeZone, recent, limitSearches: limits.search }),
} satisfies Feature<Needs, Viewer>
