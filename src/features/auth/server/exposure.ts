import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { DoWork } from '#platform/server/work.ts'
import { bootstrap } from '#tables/bootstrap.ts'
import { deskExposed } from './events.ts'
import { signOfExposure } from './origin.ts'

interface Parts {
  work: DoWork
  log: FastifyBaseLogger
  /** The advice in the log once the server was reached from another machine. */
  advice(isClaimed: boolean): string
}

export interface Exposure {
  /** Looks at a request of anybody. Writes once at most. */
  watch(request: FastifyRequest): void
  /** Waits until the signs so far are stored, so that a request with a sign is judged by it. */
  stored(): Promise<void>
}

/**
 * Notes in the database, once and for good, that requests come from other machines: people behind a proxy look like somebody at
 * this machine, so nobody is trusted as one any more.
 */
export function createExposure({ work, log, advice }: Parts): Exposure {
  let isNoted = false
  let noting: Promise<void> | undefined

  async function note(sign: string, ip: string): Promise<void> {
    const noted = await work(async (unit) => {
      const [row] = await unit.tx
        .update(bootstrap)
        .set({ exposedAt: unit.now, exposedBy: sign })
        .where(and(eq(bootstrap.id, 1), isNull(bootstrap.exposedAt)))
        .returning({ claimedAt: bootstrap.claimedAt })
      if (row) unit.announce(deskExposed({ actorId: null, ip, data: { by: sign } }))
      return row
    })
    isNoted = true
    if (noted) log.warn(`Reached from another machine, as ${sign} shows. ${advice(noted.claimedAt !== null)}`)
  }

  return {
    watch(request) {
      if (isNoted || noting) return
      const sign = signOfExposure(request)
      if (sign === undefined) return
      noting = note(sign, request.ip)
        // The next request that shows it tries again.
        .catch((error: unknown) => log.warn({ err: error }, 'that the server is exposed could not be noted'))
        .finally(() => (noting = undefined))
    },
    stored: async () => noting,
  }
}
