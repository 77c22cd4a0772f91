import type { LiveSession } from '#features/auth/server/queries.ts'
import { lateCheck } from '#platform/server/check.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { secondsSince, type Reading } from '#platform/server/reading.ts'
import type { Hub } from './hub.ts'
import { liveRoutes } from './routes.ts'

interface Needs extends Platform<LiveSession> {
  hub: Hub
}

const behindAfterMs = 60_000

export const live = {
  name: 'live',
  serve: ({ sockets, hub }) => liveRoutes(sockets, hub),
  // Commits wake the hub; it also polls every few seconds.
  checks: ({ hub, clock }) => [
    lateCheck('live', () => hub.isCurrent(new Date(clock.now().getTime() - behindAfterMs))),
  ],
  readings: ({ hub, clock }): Reading[] => [
    {
      part: 'sockets',
      gauges: { sockets: 'Browsers that this node tells what happens' },
      read: async () => [{ gauge: 'sockets', value: hub.countSockets() }],
    },
    {
      part: 'live updates',
      gauges: {
        live_behind_events: 'Events that this node has not told its sockets yet',
        live_behind_seconds: 'For how long the oldest of them waits',
      },
      async read() {
        const { events, since } = await hub.findLag()
        return [
          { gauge: 'live_behind_events', value: events },
          { gauge: 'live_behind_seconds', value: secondsSince(since, clock.now()) },
        ]
      },
    },
  ],
} satisfies Feature<Needs, LiveSession>
