import { i18n } from '#platform/contract/i18n.ts'
import { TZDate } from '@date-fns/tz'
import { invalid } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { ImportOptions } from '../contract.ts'

const isoDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i
const localDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*(AM|PM)?)?$/i

interface Clocked {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
}

/** The moment at which clocks of a time zone show this; undefined for what is in no calendar, such as the 30th of February. */
function momentOf({ year, month, day, hour, minute, second, ms }: Clocked, zone: string): Date | undefined {
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59 || day < 1) return undefined
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
  return new Date(new TZDate(year, month - 1, day, hour, minute, second, ms, zone).getTime())
}

const offsetOf = (zone: string) =>
  /^(Z|UTC)$/i.test(zone) ? '+00:00' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')

function parseIso(text: string, timeZone: string): Date | undefined {
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] =
    isoDate.exec(text) ?? []
  if (whole === undefined) return undefined
  const clocked = { year, month, day, hour, minute, second, ms: fraction.padEnd(3, '0').slice(0, 3) }
  return momentOf(numbers(clocked), zone === undefined ? timeZone : offsetOf(zone))
}

const numbers = (parts: Record<keyof Clocked, string | undefined>): Clocked => ({
  year: Number(parts.year),
  month: Number(parts.month),
  day: Number(parts.day),
  hour: Number(parts.hour),
  minute: Number(parts.minute),
  second: Number(parts.second),
  ms: Number(parts.ms),
})

function parseLocal(text: string, order: ImportOptions['dateOrder'], timeZone: string): Date | undefined {
  const [whole, first, second, year, hour = '0', minute = '0', seconds = '0', half] =
    localDate.exec(text) ?? []
  if (whole === undefined) return undefined
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  const clocked = numbers({ year, month, day, hour, minute, second: seconds, ms: '0' })
  if (half !== undefined) {
    if (clocked.hour < 1 || clocked.hour > 12) return undefined
    clocked.hour = (clocked.hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  }
  return momentOf(clocked, timeZone)
}

/** Whether a date is read in the order that was chosen. */
export const isOrdered = (text: string): boolean => localDate.test(text)

interface Reading {
  dateOrder: ImportOptions['dateOrder']
  timeZone: string
  now: Date
}

/**
 * A moment as it is written in a file: 2025-04-03, 2025-04-03T10:00:00Z, or 03.04.2025 10:00 in the order that was chosen. What names no
 * time zone is in that of the desk.
 * @throws {AppError} `invalid` for anything else, and for what is yet to come
 */
export function readMoment(
  field: string,
  label: string,
  text: string,
  { dateOrder, timeZone, now }: Reading,
): Date {
  const moment = parseIso(text, timeZone) ?? parseLocal(text, dateOrder, timeZone)
  if (!moment || moment.getUTCFullYear() < 1970)
    throw invalid(
      field,
      i18n.t('{label}: “{text}” is no date. Write it as 2025-04-03 or 2025-04-03 10:00.', {
        label,
        text: shortened(text),
      }),
    )
  if (moment > now) throw invalid(field, i18n.t('{label} is in the future', { label }))
  return moment
}

const yes = ['true', 'yes', 'y', '1', 'x', 'ja', 'wahr', 'active', 'aktiv', 'internal', 'intern', 'private']
const no = ['', 'false', 'no', 'n', '0', 'nein', 'falsch', 'inactive', 'inaktiv', 'public', 'offentlich']

/** @throws {AppError} `invalid` */
export function readFlag(field: string, label: string, text: string): boolean {
  const folded = searchable(text).trim()
  if (yes.includes(folded)) return true
  if (no.includes(folded)) return false
  throw invalid(field, i18n.t('{label}: “{text}” is neither yes nor no', { label, text: shortened(text) }))
}

/** The words by which other systems, and this one in German, call a value. */
const otherWords: Record<string, readonly string[]> = {
  open: ['offen', 'new', 'neu', 'reopened', 'to do'],
  progress: ['in progress', 'in bearbeitung', 'pending', 'on hold', 'waiting', 'hold'],
  testing: ['in testing', 'im test', 'test', 'in review', 'review'],
  resolved: ['gelost', 'solved', 'done', 'erledigt', 'fixed'],
  closed: ['geschlossen'],
  low: ['niedrig', 'gering', 'lowest', 'minor'],
  medium: ['mittel', 'normal', 'standard'],
  high: ['hoch', 'major'],
  critical: ['kritisch', 'urgent', 'dringend', 'highest', 'blocker'],
  email: ['e-mail', 'mail'],
  network: ['netzwerk'],
  application: ['anwendung', 'app'],
  other: ['sonstiges', 'andere', 'question', 'incident', 'problem', 'task', 'service request'],
  client: ['kunde', 'customer', 'end-user', 'end user'],
  internal: ['intern', 'agent', 'mitarbeiter'],
  helpdesk: ['help desk', 'support'],
  super_user: ['super user', 'admin', 'administrator'],
  active: ['aktiv'],
  maintenance: ['wartung'],
  deprecated: ['veraltet'],
  employee: ['mitarbeiter', 'member'],
  admin: ['administrator'],
  contact: ['ansprechpartner', 'contact person'],
}

/**
 * One of few values by its name, whatever its case.
 * @throws {AppError} `invalid`, with the names there are
 */
export function readChoice<T extends string>(
  field: string,
  label: string,
  text: string,
  values: readonly T[],
): T {
  const folded = searchable(text).trim()
  const found = values.find(
    (value) =>
      value === folded ||
      value.replaceAll('_', ' ') === folded ||
      otherWords[value]?.includes(folded) === true,
  )
  if (found !== undefined) return found
  throw invalid(
    field,
    i18n.t('{label}: “{text}” is none of {values}', {
      label,
      text: shortened(text),
      values: values.join(', '),
    }),
  )
}

const mostDigits = 9

/**
 * The number of a ticket in our form: `4711`, `#4711` and `TKT-4711` are one.
 * @returns undefined for what is no number
 */
export function numberOf(text: string): { ticketNumber: string; value: number } | undefined {
  const [, digits = ''] = /^(?:TKT-|#)?0*(\d+)$/i.exec(text) ?? []
  if (digits === '' || digits.length > mostDigits) return undefined
  return { ticketNumber: `TKT-${digits.padStart(6, '0')}`, value: Number(digits) }
}

const mostShown = 60
/** As much of what stands in a file as fits into a sentence. */
export const shortened = (text: string) =>
  text.length <= mostShown ? text : `${Array.from(text).slice(0, mostShown).join('')}…`
