import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Feature } from '#platform/server/feature.ts'
import { secondsSince } from '#platform/server/reading.ts'
import type { Dispatcher } from '#platform/server/send/dispatcher.ts'
import type { DoWork } from '#platform/server/work.ts'
import { listQueues } from './queries.ts'
import { forgetPerson, pruneDeliveries } from './service.ts'

interface Needs {
  db: Database
  work: DoWork
  clock: Clock
  dispatcher: Pick<Dispatcher, 'kinds'>
}

export const deliveries = {
  name: 'deliveries',
  readings: ({ db, clock, dispatcher }) => [
    {
      part: 'outbox',
      gauges: {
        outbox_waiting: 'What is due and not sent, or was not taken and is tried again',
        outbox_oldest_seconds: 'For how long the oldest of it should have been sent',
        outbox_given_up: 'What was not taken at any try, and is not tried again by itself',
      },
      labels: ['kind'],
      async read() {
        const now = clock.now()
        const queues = await listQueues(db, dispatcher.kinds, now)
        return queues.flatMap(({ kind, waiting, since, givenUp }) => [
          { gauge: 'outbox_waiting', value: waiting, labels: { kind } },
          { gauge: 'outbox_oldest_seconds', value: secondsSince(since, now), labels: { kind } },
          { gauge: 'outbox_given_up', value: givenUp, labels: { kind } },
        ])
      },
    },
  ],
  sweeps: [{ what: 'deliveries', everyMinutes: 1, run: ({ work }) => work(pruneDeliveries) }],
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, unknown>
