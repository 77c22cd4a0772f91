import type pg from 'pg'
import { i18n } from '#platform/contract/i18n.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import { createToldLimiter } from '#platform/server/told-limiter.ts'
import { createCounters, spend, type Counter } from './counters.ts'
import { createGuessing } from './guessing.ts'
import { networksOf } from './networks.ts'
import { trialLenience } from './queries.ts'

interface Numbers {
  readsPerMinute: number
  writesPerMinute: number
  registrationsPer10Minutes: number
  loginFailuresPer15Minutes: number
  mailsPerMinute: number
  mobileCodesPerHour: number
  mobileCodesPerDay: number
}

/** Reads are counted in periods of this length: a person who reads too much waits seconds and not a minute. */
const readsForS = 10
/** Limit of each person while they type: five a second without a pause. */
const searchesPerMinute = 300
/** A list that is searched asks for its counts as well. */
const listSearchesPerMinute = 2 * searchesPerMinute
/** Limit of one person of a client: some eighty texts of full length. */
const clientBytesPerHour = 4 * 1024 * 1024
/** Nobody needs more links to set a password at their address; more would be a nuisance sent by somebody else. */
const linksPerHour = 3
/** One address may fail, or ask for codes, for this many accounts. */
const accountsPerIp = 10
/** More than anybody tries to set one up; each is asked whether it answers, which would tell what listens in a network. */
const mailServersPerHour = 60
/** Other addresses that somebody may try to give themselves. */
const addressesPerHour = 10

/**
 * Limits of calls. Sign-in and registration are counted in the database, so that several nodes are not several chances;
 * reads and writes are counted in memory, because counting them must not cost a write, and nodes tell each other of those who do much.
 */
export function createLimits(pool: pg.Pool, bus: Pick<Bus, 'publish' | 'onMessage'>, numbers: Numbers) {
  const counters = createCounters(pool)
  const { shared, byAddress } = counters
  const { mobileCodesPerHour, registrationsPer10Minutes } = numbers
  const registrations = byAddress('register', registrationsPer10Minutes, 600)
  const registrationsInTrial = byAddress('register', registrationsPer10Minutes * trialLenience, 600)
  const testMails = shared('test_mail', numbers.mailsPerMinute, 60)
  const mailServers = shared('mail_server', mailServersPerHour, 3600)
  const linksFrom = byAddress('link_from', numbers.mailsPerMinute, 60)
  const linksTo = shared('link_to', linksPerHour, 3600)
  const mobileCodes = shared('mobile_code', mobileCodesPerHour, 3600)
  const mobileCodesOfIp = byAddress('mobile_code_ip', mobileCodesPerHour * accountsPerIp, 3600)
  const addresses = shared('address', addressesPerHour, 3600)
  const allMobileCodes = shared('mobile_code_day', numbers.mobileCodesPerDay, 24 * 3600)
  const writes = createToldLimiter(bus, 'write', { points: numbers.writesPerMinute, duration: 60 })
  const reading = { points: Math.ceil((numbers.readsPerMinute * readsForS) / 60), duration: readsForS }
  const reads = createToldLimiter(bus, 'read', reading)
  const strangers = createToldLimiter(bus, 'stranger', reading)
  const searches = createToldLimiter(bus, 'search', { points: searchesPerMinute, duration: 60 })
  const listSearches = createToldLimiter(bus, 'list_search', { points: listSearchesPerMinute, duration: 60 })
  const written = createToldLimiter(bus, 'written', { points: clientBytesPerHour, duration: 3600 })
  const tooManySearches = () => i18n.t('Too many searches in a short time. Please wait a moment.')

  return {
    /** @throws {AppError} `too_many` */
    write: (userId: string) =>
      spend([[writes, userId]], () => i18n.t('Too many changes in a short time. Please wait a moment.')),
    /** For what people of clients write. @param bytes of the body @throws {AppError} `too_many` */
    written: (userId: string, bytes: number) =>
      spend([[{ consume: (key) => written.consume(key, bytes) }, userId]], () =>
        i18n.t('You have written very much in a short time. Please wait a while.'),
      ),
    /** @throws {AppError} `too_many` */
    read: (userId: string) =>
      spend([[reads, userId]], () => i18n.t('Too many requests in a short time. Please wait a moment.')),
    /** For people who are not signed in; those behind one address share its limit. @throws {AppError} `too_many` */
    stranger: (ip: string) =>
      spend([[strangers, networksOf(ip).near]], () =>
        i18n.t('Too many requests in a short time. Please wait a moment.'),
      ),
    /** @throws {AppError} `too_many` */
    search: (userId: string) => spend([[searches, userId]], tooManySearches),
    /** For a list with a search, and its counts. @throws {AppError} `too_many` */
    listSearch: (userId: string) => spend([[listSearches, userId]], tooManySearches),
    /** @throws {AppError} `too_many` */
    register: (ip: string, isTrial: boolean) =>
      spend((isTrial ? registrationsInTrial : registrations)(ip), () =>
        i18n.t('Too many registrations. Please wait a while and try again.'),
      ),
    /** @throws {AppError} `too_many` */
    testMail: (userId: string) =>
      spend([[testMails, userId]], () => i18n.t('Too many test emails. Please wait a minute and try again.')),
    /** For settings of a mail server. @throws {AppError} `too_many` */
    mailServer: (userId: string) =>
      spend([[mailServers, userId]], () =>
        i18n.t('Too many mail servers were tried. Please wait an hour and try again.'),
      ),
    /** For a change of one's own address: whether another one is taken is an answer, too. @throws {AppError} `too_many` */
    address: (userId: string) =>
      spend([[addresses, userId]], () =>
        i18n.t('Too many addresses were tried. Please wait an hour and try again.'),
      ),
    /**
     * For links to set a password: by the address of the caller, and by the one that is to be mailed, whether or not it has an
     * account.
     * @throws {AppError} `too_many`
     */
    link: (ip: string, email: string) =>
      spend([...linksFrom(ip), [linksTo, email]], () =>
        i18n.t('Too many requests. Please wait a while and try again.'),
      ),
    /**
     * For codes by text message, each of which costs money: by the person, by the number, by the address of the caller, because
     * accounts cost nothing, and for all of a day.
     * @throws {AppError} `too_many`
     */
    async mobileCode(ip: string, userId: string, number: string): Promise<void> {
      const own: Counter[] = [
        [mobileCodes, `by|${userId}`],
        [mobileCodes, `to|${number}`],
      ]
      await spend([...mobileCodesOfIp(ip), ...own], () =>
        i18n.t('Too many codes were requested. Please wait a while and try again.'),
      )
      await spend([[allMobileCodes, 'all']], () =>
        i18n.t('No more codes are sent today. Please try again tomorrow.'),
      )
    },
    signIn: createGuessing(counters, {
      failuresPer15Minutes: numbers.loginFailuresPer15Minutes,
      accountsPerIp,
    }),
  }
}

export type Limits = ReturnType<typeof createLimits>

/**
 * The stored counters of what was tried by a person, or at their account.
 * @returns `whole` keys, and the `beginnings` of those that end with a network
 */
export const countersOf = ({ id, email, number }: FormerPerson) => ({
  whole: [
    ...[id, email].map((account) => `login_account:${account}`),
    `test_mail:${id}`,
    `mail_server:${id}`,
    `address:${id}`,
    `link_to:${email}`,
    `mobile_code:by|${id}`,
    ...(number === undefined ? [] : [`mobile_code:to|${number}`]),
  ],
  beginnings: [id, email].flatMap((account) => [`login:${account}|`, `login_wide:${account}|`]),
})
