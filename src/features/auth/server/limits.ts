import type pg from 'pg'
import { i18n } from '#platform/contract/i18n.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import { createSharedLimiter } from '#platform/server/shared-limiter.ts'
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

/** Short periods: a person who reads too much waits seconds and not a minute. */
const readsForS = 10
/** Limit of each person while they type: five a second without a pause. */
const searchesPerMinute = 300
/** A searched list asks for its counts as well. */
const listSearchesPerMinute = 2 * searchesPerMinute
/** A window counts at most thirty views that search every three seconds. */
const viewSearchesPerMinute = 2 * searchesPerMinute
/** Limit of one person who opens ticket after ticket: each shows two codes that may have to be drawn. */
const qrCodesPerMinute = 120
/** Limit of one person of a client: some eighty texts of full length. */
const clientBytesPerHour = 4 * 1024 * 1024
/** Limit of mails to one address, which others could send as a nuisance. */
const linksPerHour = 3
/** Accounts for which one IP address may fail, or ask for codes. */
const accountsPerIp = 10
/** Limit of connection tests, which could otherwise scan a network. */
const mailServersPerHour = 60
const addressesPerHour = 10

/**
 * Limits calls; each limit throws `too_many`. Sign-ins are counted in the database for all nodes. Reads and
 * writes are counted in memory to save a write; nodes tell each other of heavy users.
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
  const writes = createSharedLimiter(bus, 'write', { points: numbers.writesPerMinute, duration: 60 })
  const reading = { points: Math.ceil((numbers.readsPerMinute * readsForS) / 60), duration: readsForS }
  const reads = createSharedLimiter(bus, 'read', reading)
  const strangers = createSharedLimiter(bus, 'stranger', reading)
  const searches = createSharedLimiter(bus, 'search', { points: searchesPerMinute, duration: 60 })
  const listSearches = createSharedLimiter(bus, 'list_search', {
    points: listSearchesPerMinute,
    duration: 60,
  })
  const viewSearches = createSharedLimiter(bus, 'view_search', {
    points: viewSearchesPerMinute,
    duration: 60,
  })
  const qrCodes = createSharedLimiter(bus, 'qr_code', { points: qrCodesPerMinute, duration: 60 })
  const written = createSharedLimiter(bus, 'written', { points: clientBytesPerHour, duration: 3600 })
  const tooManySearches = () => i18n.t('Too many searches in a short time. Please wait a moment.')

  return {
    write: (userId: string) =>
      spend([[writes, userId]], () => i18n.t('Too many changes in a short time. Please wait a moment.')),
    /** Limits the bytes that people of clients write. */
    written: (userId: string, bytes: number) =>
      spend([[{ consume: (key) => written.consume(key, bytes) }, userId]], () =>
        i18n.t('You have written a lot in a short time. Please wait a while.'),
      ),
    read: (userId: string) =>
      spend([[reads, userId]], () => i18n.t('Too many requests in a short time. Please wait a moment.')),
    /** Limits visitors, by network. */
    stranger: (ip: string) =>
      spend([[strangers, networksOf(ip).near]], () =>
        i18n.t('Too many requests in a short time. Please wait a moment.'),
      ),
    search: (userId: string) => spend([[searches, userId]], tooManySearches),
    listSearch: (userId: string) => spend([[listSearches, userId]], tooManySearches),
    viewSearch: (userId: string) => spend([[viewSearches, userId]], tooManySearches),
    qrCode: (userId: string) =>
      spend([[qrCodes, userId]], () => i18n.t('Too many QR codes in a short time. Please wait a moment.')),
    register: (ip: string, isTrial: boolean) =>
      spend((isTrial ? registrationsInTrial : registrations)(ip), () =>
        i18n.t('Too many registrations. Please wait a while and try again.'),
      ),
    testMail: (userId: string) =>
      spend([[testMails, userId]], () => i18n.t('Too many test emails. Please wait a minute and try again.')),
    mailServer: (userId: string) =>
      spend([[mailServers, userId]], () =>
        i18n.t('Too many mail servers were tried. Please wait an hour and try again.'),
      ),
    /** Limits changes of one's own address: a refusal tells that another one is taken. */
    address: (userId: string) =>
      spend([[addresses, userId]], () =>
        i18n.t('Too many addresses were tried. Please wait an hour and try again.'),
      ),
    /** Counts by the caller's address and by the mailed one, with or without an account. */
    link: (ip: string, email: string) =>
      spend([...linksFrom(ip), [linksTo, email]], () =>
        i18n.t('Too many requests. Please wait a while and try again.'),
      ),
    /** Limits codes, which cost money: by person, number, day and, as accounts are free, by IP address. */
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

/** @returns `whole` keys, and the `beginnings` of keys that end with a network */
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
