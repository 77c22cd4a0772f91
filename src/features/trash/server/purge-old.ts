import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/server/database/query-builder.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork } from '#platform/server/work.ts'
import { restorableDays } from '../contract.ts'
import { listDeletedBefore } from './queries.ts'
import { purge } from './service.ts'

const dayMs = 24 * 60 * 60 * 1000
const atOnce = 100

interface Parts {
  db: Database
  work: DoWork
  store: ObjectStore
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/**
 * Purges expired things, one per transaction. Skips those that another node purges; one that fails waits for the
 * next sweep, and does not hold up the others.
 */
export async function purgeOld({ db, work, store, log }: Parts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - restorableDays * dayMs)
  const seen = new Set<string>()
  let failures = 0
  for (;;) {
    const ids = (await listDeletedBefore(db, before, atOnce + failures)).filter((id) => !seen.has(id))
    if (ids.length === 0) return
    for (const id of ids) {
      seen.add(id)
      try {
        const paths = await work((unit) => purge(unit, null, id))
        if (paths.length > 0) await removeLeftovers(store, paths, log)
      } catch (error) {
        failures++
        log.error({ err: error, id }, 'a deleted thing could not be purged; the next sweep tries it again')
      }
    }
  }
}
