import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { tooMany, type createCounters } from './counters.ts'
import { networksOf } from './networks.ts'

const quarterHourS = 15 * 60
/** Delay per failure for one account beyond the limit of one address. */
const delayPerFailureMs = 50
const longestDelayMs = 5000

const tooManySignIns = () => i18n.t('Too many failed sign-ins. Please wait a while and try again.')

/** @param failuresPer15Minutes for one account from one address */
export function createGuessing(
  { shared, byAddress }: ReturnType<typeof createCounters>,
  { failuresPer15Minutes, accountsPerIp }: { failuresPer15Minutes: number; accountsPerIp: number },
) {
  const failures = byAddress('login', failuresPer15Minutes, quarterHourS)
  const failuresOfIp = byAddress('login_ip', failuresPer15Minutes * accountsPerIp, quarterHourS)
  const failuresOfAccount = shared('login_account', failuresPer15Minutes * accountsPerIp, 3600)
  const serialize = createKeyedMutex()

  /** Slower, never shut: otherwise anybody could keep a person out by guessing wrongly. */
  async function slowDown(account: string): Promise<void> {
    const known = await failuresOfAccount.get(account)
    const excess = (known?.consumedPoints ?? 0) - failuresOfAccount.points
    if (excess > 0)
      await wait(Math.min(longestDelayMs, excess * delayPerFailureMs), undefined, { ref: false })
  }

  /**
   * Counts a failed attempt by account and address; a success clears the account's count. Attempts from one
   * address run in turn, so that parallel ones do not evade the limit.
   * @param failed hears of the first and the last permitted failure of this account and address
   * @throws {AppError} `too_many` before the attempt
   */
  return async function guess<T>(
    account: string,
    ip: string,
    attempt: () => Promise<T>,
    failed?: (failures: number) => Promise<void>,
  ): Promise<T> {
    const ofAccount = failures(ip, account)
    const counters = [...ofAccount, ...failuresOfIp(ip)]
    await slowDown(account)
    return serialize(networksOf(ip).near, async () => {
      for (const [limiter, key] of counters) {
        const known = await limiter.get(key)
        if (known !== null && known.consumedPoints >= limiter.points) throw tooMany(tooManySignIns(), known)
      }
      try {
        const result = await attempt()
        for (const [limiter, key] of ofAccount) await limiter.delete(key)
        return result
      } catch (error) {
        if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'invalid')) {
          const [ofNear] = await Promise.all(
            [...counters, [failuresOfAccount, account] as const].map(([limiter, key]) =>
              limiter.penalty(key),
            ),
          )
          const count = ofNear?.consumedPoints ?? 0
          if (count === 1 || count === failuresPer15Minutes) await failed?.(count)
        }
        throw error
      }
    })
  }
}
