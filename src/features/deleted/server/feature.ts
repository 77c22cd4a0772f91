import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { deletedApi } from '../contract.ts'
import { deletedLive } from './live.ts'
import { deletedRoutes } from './routes.ts'

export const deleted = {
  name: 'deleted',
  api: [deletedApi],
  live: [deletedLive],
  serve: ({ door, db, files: { store } }) => deletedRoutes(door, { db, store }),
} satisfies Feature<Platform<Viewer>, Viewer>
