import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { systemApi } from '../contract.ts'
import type { LookParts } from './look.ts'
import { findLastBackup } from './queries.ts'
import { systemRoutes } from './routes.ts'
import { startBeating } from './service.ts'

type Needs = Platform<LiveSession> & LookParts

export const system = {
  name: 'system',
  api: [systemApi],
  serve: (deps) => systemRoutes(deps.door, deps),
  readings: ({ db }) => [
    {
      part: 'last backup',
      gauges: {
        backup_last_timestamp_seconds: 'The moment that the newest backup holds; 0 where none was made',
        backup_last_bytes: 'How large it is',
      },
      async read() {
        const { backup } = await findLastBackup(db)
        return [
          { gauge: 'backup_last_timestamp_seconds', value: (backup?.madeAt.getTime() ?? 0) / 1000 },
          { gauge: 'backup_last_bytes', value: backup?.bytes ?? 0 },
        ]
      },
    },
  ],
  // The embedded database has one process, which knows of itself.
  follow: async (deps) => (deps.database.embedded ? { stop: async () => undefined } : startBeating(deps)),
} satisfies Feature<Needs, LiveSession>
