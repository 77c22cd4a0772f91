import { lateCheck } from '#platform/server/check.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Feature } from '#platform/server/feature.ts'
import { secondsSince, type Reading } from '#platform/server/reading.ts'
import { logRestored } from './events.ts'
import { fieldWords } from './field-words.ts'
import { forgetOldKeys } from './idempotency.ts'
import { restoredLive } from './live.ts'
import { countSetAside, findHead, listFollowerLags } from './queries.ts'
import { forgetPerson } from './service.ts'

export const eventLog = {
  name: 'event-log',
  facts: [logRestored],
  fieldWords,
  live: [restoredLive],
  checks: ({ db }) => [lateCheck('events', async () => (await countSetAside(db)) === 0)],
  readings: ({ db, clock }): Reading[] => [
    {
      part: 'log',
      gauges: {
        log_events_total: 'Events written to the log since it began, by all nodes',
        log_set_aside_events: 'Events that a follower could not handle',
      },
      read: async () => [
        { gauge: 'log_events_total', value: (await findHead(db)).position },
        { gauge: 'log_set_aside_events', value: await countSetAside(db) },
      ],
    },
    {
      part: 'followers',
      gauges: {
        follower_behind_events: 'Events that a follower of the log has not handled yet',
        follower_behind_seconds: 'For how long the oldest of them waits',
      },
      labels: ['follower'],
      async read() {
        const lags = await listFollowerLags(db)
        const now = clock.now()
        return lags.flatMap(({ name: follower, events, since }) => [
          { gauge: 'follower_behind_events', value: events, labels: { follower } },
          { gauge: 'follower_behind_seconds', value: secondsSince(since, now), labels: { follower } },
        ])
      },
    },
  ],
  sweeps: [
    { what: 'idempotency keys', everyMinutes: 1, run: ({ db, clock }) => forgetOldKeys(db, clock.now()) },
  ],
  personal: { forget: forgetPerson },
} satisfies Feature<{ db: Database; clock: Clock }, unknown>
