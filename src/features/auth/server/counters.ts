import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#platform/contract/errors.ts'
import { networksOf } from './networks.ts'

/** Networks that a provider may give one customer; the wide limit is this much larger. */
const networksPerCustomer = 10

export type Counter = [limiter: RateLimiterPostgres, key: string]
type Spender = [limiter: { consume(key: string): Promise<unknown> }, key: string]

export const tooMany = (message: string, result: RateLimiterRes) =>
  new AppError('too_many', message, { retryAfterS: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) })

/** @throws {AppError} `too_many` */
export async function spend(counters: readonly Spender[], words: () => string): Promise<void> {
  for (const [limiter, key] of counters)
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw tooMany(words(), refused)
      throw refused
    }
}

/** Makes counters in the database, so that several nodes do not multiply the limits. */
export function createCounters(pool: pg.Pool) {
  const shared = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  function byAddress(keyPrefix: string, points: number, duration: number) {
    const near = shared(keyPrefix, points, duration)
    const wide = shared(`${keyPrefix}_wide`, points * networksPerCustomer, duration)
    return (ip: string, about?: string): Counter[] => {
      const networks = networksOf(ip)
      const keyOf = (network: string) => (about === undefined ? network : `${about}|${network}`)
      const counters: Counter[] = [[near, keyOf(networks.near)]]
      if (networks.wide !== undefined) counters.push([wide, keyOf(networks.wide)])
      return counters
    }
  }
  return { shared, byAddress }
}
