import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { systemApi } from '../contract.ts'
import type { LookParts } from './look.ts'
import { systemRoutes } from './routes.ts'
import { startBeating } from './service.ts'

type Needs = Platform<LiveSession> & LookParts

export const system = {
  name: 'system',
  api: [systemApi],
  serve: (deps) => systemRoutes(deps.door, deps),
  // The embedded database has one process, so there are no other nodes.
  follow: async (deps) => (deps.database.embedded ? { stop: async () => undefined } : startBeating(deps)),
} satisfies Feature<Needs, LiveSession>
