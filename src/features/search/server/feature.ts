import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { searchApi } from '../contract.ts'
import { searchRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  limits: { search(viewerId: string): Promise<void> }
}

export const search = {
  name: 'search',
  api: [searchApi],
  serve: ({ door, db, limits }) => searchRoutes(door, { db, limitSearches: limits.search }),
} satisfies Feature<Needs, Viewer>
