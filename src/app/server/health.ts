import fs from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '#platform/server/database.ts'

/** Below this there is no room for a day's writing. */
const freeDiskFloorBytes = 512 * 1024 * 1024
const probeWithinMs = 3000
/** Anybody may ask, and looking is a write: what was found is told again for this long. */
const foundHoldsMs = 1000

export interface Health {
  /** False from the moment the process begins to stop. */
  isServing(): boolean
  /** The parts that are not well, by name; empty when all are. */
  faults(): Promise<string[]>
}

async function within<T>(job: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), probeWithinMs)
  })
  return Promise.race([job, late]).finally(() => clearTimeout(timer))
}

/** Looks at the database by a write, and at the disk the data lies on. */
export function createHealth(
  { db }: OpenDatabase,
  dataDirectory: string | undefined,
): Health & { stop(): void } {
  let serving = true
  const probes: Record<string, () => Promise<boolean>> = {
    async database() {
      await within(db.execute(sql`update log_head set position = position where id = 1`))
      return true
    },
    async disk() {
      if (dataDirectory === undefined) return true
      const { bavail, bsize } = await fs.statfs(dataDirectory)
      return bavail * bsize >= freeDiskFloorBytes
    },
  }
  async function look(): Promise<string[]> {
    const checked = await Promise.all(
      Object.entries(probes).map(async ([part, probe]) => ((await probe().catch(() => false)) ? [] : [part])),
    )
    return checked.flat()
  }
  let lookedAt = -Infinity
  let found = Promise.resolve<string[]>([])
  return {
    isServing: () => serving,
    stop: () => {
      serving = false
    },
    faults() {
      const now = performance.now()
      if (now - lookedAt > foundHoldsMs) {
        lookedAt = now
        found = look()
      }
      return found
    },
  }
}

/** `/healthz`: the process is alive. `/readyz`: it can do its work; else 503 naming the part. */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const faults = health.isServing() ? await health.faults() : ['stopping']
    return faults.length === 0 ? { status: 'ready' } : reply.status(503).send({ status: 'not ready', faults })
  })
}
