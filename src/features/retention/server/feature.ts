import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Eraser } from '#features/erasure/server/service.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { retentionApi } from '../contract.ts'
import { applyRules } from './apply-rules.ts'
import * as events from './events.ts'
import { retentionLive } from './live.ts'
import { retentionRoutes } from './routes.ts'

interface Needs extends Platform<LiveSession> {
  personal: Eraser['personal']
  facts: FactCatalogue
}

export const retention = {
  name: 'retention',
  api: [retentionApi],
  facts: Object.values(events),
  live: [retentionLive],
  serve: (deps) => retentionRoutes(deps.door, deps),
  sweeps: [
    {
      what: 'what is kept for a time only',
      everyMinutes: 60,
      run: ({ files: { store }, ...deps }) => applyRules({ ...deps, store }),
    },
  ],
} satisfies Feature<Needs, LiveSession>
