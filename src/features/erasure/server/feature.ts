import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { erasureApi } from '../contract.ts'
import { resumeErasures } from './service.ts'
import { erasureLive } from './live.ts'
import { erasureRoutes } from './routes.ts'

export const erasure = {
  name: 'erasure',
  api: [erasureApi],
  live: [erasureLive],
  serve({ app, door, db, work, clock, log, files: { store } }) {
    const running = new Set<Promise<unknown>>()
    const ending = new AbortController()
    // What is left is gone on with by whatever node.
    app.addHook('preClose', async () => {
      ending.abort()
      await Promise.allSettled(running)
    })
    erasureRoutes(door, { db, work, clock, log, store, stopping: ending.signal, running })
  },
  sweeps: [
    {
      what: 'erasures that were broken off',
      everyMinutes: 1,
      run: ({ db, work, clock, log, files: { store } }) => resumeErasures({ db, work, clock, log, store }),
    },
  ],
} satisfies Feature<Platform<LiveSession>, LiveSession>
