import { i18n, languages } from '#platform/contract/i18n.ts'
import { invalid } from '#platform/contract/errors.ts'
import { e164 } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { searchable, withoutInvisible } from '#platform/contract/searchable.ts'
import { shortened as shortenedTo } from '#platform/contract/shortened.ts'
import { inLanguage } from '#platform/server/language.ts'
import type { ImportOptions } from '../contract.ts'
import { parseMoment } from './moments.ts'

interface Reading {
  dateOrder: ImportOptions['dateOrder']
  timeZone: string
  now: Date
}

/** Reads a time, see `parseMoment`. @throws {AppError} `invalid` for another text, and a future time */
export function readMoment(
  field: string,
  label: string,
  text: string,
  { dateOrder, timeZone, now }: Reading,
): Date {
  const moment = parseMoment(text, dateOrder, timeZone)
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

/** Words of other systems, and German ones, for a value. */
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

type Labels<T extends string> = Readonly<Record<T, string>>
const labelsOf = new WeakMap<object, Map<string, string>>()

/** Maps labels of all languages, as lists are exported, to values. */
function byLabel<T extends string>(labels: Labels<T>, values: readonly T[]): Map<string, string> {
  const known =
    labelsOf.get(labels) ??
    new Map(
      languages.flatMap((language) =>
        inLanguage(language, () =>
          values.map((value): [string, string] => [searchable(labels[value]), value]),
        ),
      ),
    )
  labelsOf.set(labels, known)
  return known
}

/**
 * Finds a value by its name, ignoring case.
 * @param labels the values' words here
 * @throws {AppError} `invalid`, with the possible names
 */
export function readChoice<T extends string>(
  field: string,
  label: string,
  text: string,
  values: readonly T[],
  labels?: Labels<T>,
): T {
  const folded = searchable(text).trim()
  const called = labels && byLabel(labels, values).get(folded)
  const found = values.find(
    (value) =>
      value === called ||
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

/** Normalizes a ticket number: `4711`, `#4711` and `TKT-4711` are one. @returns undefined for another text */
export function numberOf(text: string): { ticketNumber: string; value: number } | undefined {
  const [, digits = ''] = /^(?:tkt-|#)?0*(\d+)$/.exec(searchable(text).trim()) ?? []
  if (digits === '' || digits.length > mostDigits) return undefined
  return { ticketNumber: `TKT-${digits.padStart(6, '0')}`, value: Number(digits) }
}

const comma = /\s*[,，،]\s*/
/** Suffix of a name, which is not the last name. */
const suffix = /^(?:jr|sr|i{1,3}|iv|esq|mba|md|m\.d|ph\.?d|dr|prof)\.?$/i

/** Bound on parsing: longer than two accepted names, while a megabyte would block the server. */
const longestName = 3 * limits.name

/**
 * Splits "Ada Berg" and "Berg, Ada". A suffix in brackets goes with the last name; a single or too long name
 * is the first name.
 */
export function namesOf(whole: string): { firstName: string; lastName: string } {
  if (whole.length > longestName) return { firstName: whole, lastName: '' }
  const [, name = whole, behind = ''] = /^(.*\S)(\s[([].*[)\]])$/.exec(whole) ?? []
  const parts = name.split(comma).filter(Boolean)
  const suffixes = parts.slice(1).filter((part) => suffix.test(part))
  const [last = '', ...firsts] = parts.filter((part) => !suffixes.includes(part))
  const [, first = last, family = ''] = /^(.+)\s(\S+)$/.exec(last) ?? []
  const names = firsts.length > 0 ? { first: firsts.join(' '), family: last } : { first, family }
  const lastName = [names.family, ...suffixes].filter(Boolean).join(', ')
  return { firstName: names.first, lastName: `${lastName}${behind}`.trim() }
}

/** Reads `00` as `+`, and drops a zero in brackets. @returns undefined without an international form */
export function phoneOf(text: string): string | undefined {
  const typed = withoutInvisible(text).normalize('NFKC').trim()
  const number = typed
    .replace(/^tel:/i, '')
    .replace(/(^(?:\+|00).*)\(0\)/, '$1')
    .replaceAll(/[\s\p{Pd}()[\]./]/gu, '')
    .replace(/^00/, '+')
  return e164.test(number) ? number : undefined
}

const mostShown = 60
/** Truncates a text of a file for a sentence. */
export const shortened = (text: string) => shortenedTo(text, mostShown)
