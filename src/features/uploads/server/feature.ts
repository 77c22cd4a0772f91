import type { LiveSession } from '#features/auth/server/queries.ts'
import { lateCheck, type Check } from '#platform/server/check.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { objectApi, uploadApi } from '../contract.ts'
import { findStoreFault } from './installation.ts'
import { progressSocket } from './progress-socket.ts'
import { createProgress } from './progress.ts'
import { countUnderWay } from './queries.ts'
import { uploadRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'
import { reportUnknown, sweepUploads } from './sweep.ts'

type Needs = Platform<LiveSession>

const minuteMs = 60_000

/** A store of another database is not cleaned up. Checked once a minute, as a bucket may be far away. */
function fileStoreCheck({ db, files: { store } }: Needs): Check {
  let lookedAt = -Infinity
  let found: Promise<boolean> | undefined
  return lateCheck('file store', () => {
    if (!found || performance.now() - lookedAt > minuteMs) {
      lookedAt = performance.now()
      found = findStoreFault(db, store).then((fault) => fault === undefined)
    }
    return found
  })
}

const sweeping = ({ db, files: { store }, log }: Needs) => ({ db, store, log })

export const uploads = {
  name: 'uploads',
  api: [uploadApi, objectApi],
  async serve(deps) {
    const { door, sockets, db, work, clock, bus, secret, log, settings, files } = deps
    const progress = createProgress(bus, secret)
    await uploadRoutes(door, {
      db,
      work,
      clock,
      progress,
      log,
      publicUrl: settings.PUBLIC_URL,
      clientGb: settings.CLIENT_QUOTA_GB,
      ...files,
    })
    progressSocket(sockets, { db, clock, progress })
  },
  checks: (deps) => [fileStoreCheck(deps)],
  readings: ({ db }) => [
    {
      part: 'uploads',
      gauges: { uploads_under_way: 'Files that were announced and have not arrived; forgotten after a day' },
      read: async () => [{ gauge: 'uploads_under_way', value: await countUnderWay(db) }],
    },
  ],
  sweeps: [
    // Uploads are kept for a day.
    {
      what: 'uploads',
      everyMinutes: 60,
      run: (deps) => sweepUploads(sweeping(deps), deps.clock.now()),
    },
    // Listing all files takes a while.
    {
      what: 'unknown files',
      everyMinutes: 24 * 60,
      run: (deps) => reportUnknown(sweeping(deps), deps.clock.now()),
    },
  ],
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, LiveSession>
