import { lateCheck } from '#platform/server/check.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Feature } from '#platform/server/feature.ts'
import { logRestored } from './events.ts'
import { forgetOldKeys } from './idempotency.ts'
import { restoredLive } from './live.ts'
import { countSetAside } from './queries.ts'

export const eventLog = {
  name: 'event-log',
  facts: [logRestored],
  live: [restoredLive],
  checks: ({ db }) => [lateCheck('events', async () => (await countSetAside(db)) === 0)],
  sweeps: [
    { what: 'idempotency keys', everyMinutes: 1, run: ({ db, clock }) => forgetOldKeys(db, clock.now()) },
  ],
} satisfies Feature<{ db: Database; clock: Clock }, unknown>
