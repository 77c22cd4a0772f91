import { randomUUID } from 'node:crypto'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { Bus } from '#platform/server/bus.ts'

/** Share of a limit after which other nodes are notified; most people never reach it. */
const publishedAfterShare = 1 / 10

const Spent = z.object({
  type: z.literal('limit:spent'),
  node: z.string(),
  limit: z.string(),
  key: z.string(),
  points: z.number().int().positive(),
})

interface Allowance {
  /** Points within `duration` seconds. */
  points: number
  duration: number
}

/**
 * Limits in memory, for calls that must not cost a write. Nodes exchange large consumers: each allows less than a tenth of the limit
 * unseen.
 * @param limit unique name
 */
export function createSharedLimiter(bus: Pick<Bus, 'publish' | 'onMessage'>, limit: string, of: Allowance) {
  const node = randomUUID()
  const limiter = new RateLimiterMemory(of)
  const step = Math.max(1, Math.ceil(of.points * publishedAfterShare))
  const untold = new Map<string, number>()
  let forgetAt = 0

  bus.onMessage((message) => {
    const { data } = Spent.safeParse(message)
    if (data?.limit === limit && data.node !== node) void limiter.penalty(data.key, data.points)
  })

  function tell(key: string, spent: number): void {
    if (performance.now() > forgetAt) {
      untold.clear()
      forgetAt = performance.now() + of.duration * 1000
    }
    const points = (untold.get(key) ?? 0) + spent
    if (points < step) return void untold.set(key, points)
    untold.delete(key)
    bus.publish({ type: 'limit:spent', node, limit, key, points } satisfies z.input<typeof Spent>)
  }

  return {
    /** @param points at least 1 @throws {RateLimiterRes} when it is spent */
    async consume(key: string, points = 1): Promise<RateLimiterRes> {
      const result = await limiter.consume(key, points)
      tell(key, points)
      return result
    },
  }
}
