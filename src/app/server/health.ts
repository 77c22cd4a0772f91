import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import type { Check } from '#platform/server/check.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { inTime } from '#platform/server/in-time.ts'

const probeWithinMs = 3000
/** Lifetime of a cached result: the route is open, and each probe costs a write. */
const foundHoldsMs = 1000

interface Found {
  status: 'ready' | 'degraded' | 'not ready'
  faults: string[]
}

export interface Health {
  add(...checks: Check[]): void
  /** To be called when the process begins to stop. */
  stop(): void
  find(): Promise<Found>
}

const isWell = (job: Promise<boolean>) => inTime(probeWithinMs, job).catch(() => false)

export function createHealth(db: Database, ...checks: Check[]): Health {
  let isServing = true

  async function probe(): Promise<boolean> {
    await db.execute(sql`update log_head set position = position where id = 1`)
    return true
  }

  async function look(): Promise<Found> {
    const hasDatabase = await isWell(probe())
    const asked = checks.filter(({ asksDatabase }) => hasDatabase || !asksDatabase)
    const unwell = await Promise.all(
      asked.map(async (check) => ((await isWell(check.isWell())) ? [] : [check])),
    )
    const faults = unwell.flat()
    const isReady = hasDatabase && faults.every(({ isVital }) => !isVital)
    const names = [...(hasDatabase ? [] : ['database']), ...faults.map(({ name }) => name)]
    if (!isReady) return { status: 'not ready', faults: names }
    return { status: names.length > 0 ? 'degraded' : 'ready', faults: names }
  }

  let lookedAt = -Infinity
  let found: Promise<Found> | undefined
  return {
    add: (...more) => void checks.push(...more),
    stop: () => {
      isServing = false
    },
    async find() {
      if (!isServing) return { status: 'not ready', faults: ['stopping'] }
      const now = performance.now()
      if (!found || now - lookedAt > foundHoldsMs) {
        lookedAt = now
        found = look()
      }
      return found
    },
  }
}

/** Serves `/healthz` (the process is alive) and `/readyz` (it can work, else 503). */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  // A busy process is alive: ending it would make the load worse.
  app.get('/healthz', { config: { pressureHandler: () => undefined } }, () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { status, faults } = await health.find()
    return reply
      .status(status === 'not ready' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status, ...(faults.length > 0 && { faults }) })
  })
}
