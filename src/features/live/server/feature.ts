import type { LiveSession } from '#features/auth/server/queries.ts'
import { lateCheck } from '#platform/server/check.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import type { Hub } from './hub.ts'
import { liveRoutes } from './routes.ts'

interface Needs extends Platform<LiveSession> {
  hub: Hub
}

const behindAfterMs = 60_000

export const live = {
  name: 'live',
  serve: ({ sockets, hub }) => liveRoutes(sockets, hub),
  // Woken by each commit, the hub also looks by itself every few seconds.
  checks: ({ hub, clock }) => [
    lateCheck('live', () => hub.isCurrent(new Date(clock.now().getTime() - behindAfterMs))),
  ],
} satisfies Feature<Needs, LiveSession>
