import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { DoWork } from '#platform/server/work.ts'
import { bootstrap } from '#tables/bootstrap.ts'
import { deskExposed } from './events.ts'
import { signOfExposure } from './origin.ts'

interface Parts {
  work: DoWork
  log: FastifyBaseLogger
  advice(isClaimed: boolean): string
}

export interface Exposure {
  /** Checks a request; writes once at most. */
  watch(request: FastifyRequest): void
  /** Waits until the signs so far are stored, so that a request is judged by its own sign. */
  stored(): Promise<void>
}

/** Records requests from other machines for good: behind a proxy a visitor looks local, so trust ends. */
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
