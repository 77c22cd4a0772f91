import type pg from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { AppError } from '#platform/contract/errors.ts'
import { createTurns } from '#platform/server/in-turn.ts'

interface Numbers {
  writesPerMinute: number
  registrationsPer10Minutes: number
  loginFailuresPer15Minutes: number
  mailsPerMinute: number
  mobileCodesPerHour: number
}

const quarterHourS = 15 * 60
/** One address may fail, or ask for codes, for this many accounts. */
const accountsPerIp = 10

const tooMany = (message: string, result: RateLimiterRes) =>
  new AppError('too_many', message, { retryAfterS: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) })

async function spend(limiter: RateLimiterAbstract, key: string, message: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooMany(message, refused)
    throw refused
  }
}

/**
 * What may be tried how often. Sign-in and registration are counted in the database, so that several nodes are not several chances;
 * writes are counted by each node, because counting them must not cost a write.
 */
export function createLimits(pool: pg.Pool, numbers: Numbers) {
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
  const failures = shared('login', numbers.loginFailuresPer15Minutes, quarterHourS)
  const failuresOfIp = shared('login_ip', numbers.loginFailuresPer15Minutes * accountsPerIp, quarterHourS)
  const registrations = shared('register', numbers.registrationsPer10Minutes, 600)
  const testMails = shared('test_mail', numbers.mailsPerMinute, 60)
  const links = shared('link', numbers.mailsPerMinute, 60)
  const mobileCodes = shared('mobile_code', numbers.mobileCodesPerHour, 3600)
  const mobileCodesOfIp = shared('mobile_code_ip', numbers.mobileCodesPerHour * accountsPerIp, 3600)
  const writes = new RateLimiterMemory({ points: numbers.writesPerMinute, duration: 60 })
  const inTurn = createTurns()
  const tooManySignIns = 'Too many failed sign-ins. Please wait a while and try again.'

  return {
    /** @throws {AppError} `too_many` */
    write: (userId: string) =>
      spend(writes, userId, 'Too many changes in a short time. Please wait a moment.'),
    /** @throws {AppError} `too_many` */
    register: (ip: string) =>
      spend(registrations, ip, 'Too many registrations. Please wait a while and try again.'),
    /** @throws {AppError} `too_many` */
    testMail: (userId: string) =>
      spend(testMails, userId, 'Too many test emails. Please wait a minute and try again.'),
    /**
     * For one who asks for a link to set a password: for the address they ask from, and for the one it goes to, whether or not that is known.
     * @throws {AppError} `too_many`
     */
    async link(ip: string, email: string): Promise<void> {
      for (const key of [`ip|${ip}`, `to|${email}`])
        await spend(links, key, 'Too many requests. Please wait a minute and try again.')
    },
    /**
     * For one who asks for a code by text message: for the address they ask from, because each text costs money and accounts cost nothing,
     * for them, and for the number it goes to.
     * @throws {AppError} `too_many`
     */
    async mobileCode(ip: string, userId: string, number: string): Promise<void> {
      const counters: [RateLimiterAbstract, string][] = [
        [mobileCodesOfIp, ip],
        [mobileCodes, `by|${userId}`],
        [mobileCodes, `to|${number}`],
      ]
      for (const [limiter, key] of counters)
        await spend(limiter, key, 'Too many codes were asked for. Please wait a while and try again.')
    },
    /**
     * Runs an attempt to know a password and counts its failure, for this account from this address and for the address; a success forgets the former. Those
     * for one account take turns, so that many at once are not many chances.
     * @throws {AppError} `too_many` before the attempt when too many have failed.
     */
    async signIn<T>(email: string, ip: string, attempt: () => Promise<T>): Promise<T> {
      const account = `${email}|${ip}`
      const counters: [RateLimiterAbstract, string][] = [
        [failures, account],
        [failuresOfIp, ip],
      ]
      return inTurn(account, async () => {
        for (const [limiter, key] of counters) {
          const known = await limiter.get(key)
          if (known !== null && known.consumedPoints >= limiter.points) throw tooMany(tooManySignIns, known)
        }
        try {
          const result = await attempt()
          await failures.delete(account)
          return result
        } catch (error) {
          if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'invalid'))
            for (const [limiter, key] of counters) await limiter.penalty(key)
          throw error
        }
      })
    },
  }
}

export type Limits = ReturnType<typeof createLimits>
