import type { Feature, Platform } from '#platform/server/feature.ts'
import { findLastBackup } from './queries.ts'

export const backup = {
  name: 'backup',
  readings: ({ db }) => [
    {
      part: 'last backup',
      gauges: {
        backup_last_timestamp_seconds: 'The moment that the newest backup holds; 0 where none was made',
        backup_last_bytes: 'How large it is',
      },
      async read() {
        const { backup: made } = await findLastBackup(db)
        return [
          { gauge: 'backup_last_timestamp_seconds', value: (made?.madeAt.getTime() ?? 0) / 1000 },
          { gauge: 'backup_last_bytes', value: made?.bytes ?? 0 },
        ]
      },
    },
  ],
} satisfies Feature<Pick<Platform<unknown>, 'db'>, unknown>
