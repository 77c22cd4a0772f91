import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { sharingApi } from '../contract.ts'
import { sharingRoutes } from './routes.ts'

export const sharing = {
  name: 'sharing',
  api: [sharingApi],
  serve: (deps) => sharingRoutes(deps.door, deps),
} satisfies Feature<Platform<Viewer>, Viewer>
