import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import type { PersonalData } from '#platform/server/personal-data.ts'
import { erasureApi } from '../contract.ts'
import { erasureLive } from './live.ts'
import { erasureRoutes } from './routes.ts'
import { finishErasures } from './service.ts'

interface Needs extends Platform<LiveSession> {
  personal: readonly PersonalData<Viewer>[]
}

export const erasure = {
  name: 'erasure',
  api: [erasureApi],
  live: [erasureLive],
  serve: erasureRoutes,
  sweeps: [{ what: 'erasures that an earlier version has begun', everyMinutes: 60, run: finishErasures }],
} satisfies Feature<Needs, LiveSession>
