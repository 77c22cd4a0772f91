import { z } from 'zod'
import { i18n, languages, words } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { statuses, statusWords, unresolvedStatuses, type Status } from '../../contract.ts'

/** Parts of a search that are no words: `from:rosie`, `status:open`, `has:file`, `before:monday`. */
const tokenNames = [
  'from',
  'client',
  'product',
  'assigned',
  'status',
  'label',
  'has',
  'before',
  'after',
] as const
export type TokenName = (typeof tokenNames)[number]

export const tokenWords: Readonly<Record<TokenName, string>> = words({
  from: () => i18n.t('From'),
  client: () => i18n.t('Client'),
  product: () => i18n.t('Product'),
  assigned: () => i18n.t('Assignee'),
  status: () => i18n.t('Status'),
  label: () => i18n.t('Label'),
  has: () => i18n.t('With'),
  before: () => i18n.t('Before'),
  after: () => i18n.t('After'),
})

export interface SearchToken {
  name: TokenName
  /** Without quotes. */
  value: string
  /** As typed. */
  text: string
}

export interface TypedSearch {
  /** The search without its tokens. */
  words: string
  tokens: readonly SearchToken[]
}

/** A token, or a phrase, in which there is none. */
const tokenPattern = new RegExp(
  `(?<!\\S)(?<name>${tokenNames.join('|')}):(?:"(?<quoted>[^"]*)"|(?<plain>[^\\s"]*))|"[^"]*"`,
  'giu',
)
const quotes = /[“”„‟″«»]/gu

/** Days before today, a day of the week (1 is Monday), or a date. */
export type SearchedDay = { ago: number } | { weekday: number } | { date: string }

function readDate(value: string): string | undefined {
  const [, ...iso] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value) ?? []
  const [, ...german] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value) ?? []
  const [year = 0, month = 0, date = 0] = (iso.length > 0 ? iso : german.toReversed()).map(Number)
  const day = new Date(Date.UTC(year, month - 1, date))
  const isReal = year >= 1970 && day.getUTCMonth() === month - 1 && day.getUTCDate() === date
  return isReal ? day.toISOString().slice(0, 10) : undefined
}

/** Names of days in every language, folded by `searchable`. 5 January 1970 was a Monday. */
const namedDays = (): [string, SearchedDay][] =>
  languages.flatMap((language): [string, SearchedDay][] => {
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    const weekdays = (['long', 'short'] as const).flatMap((weekday) => {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      return [1, 2, 3, 4, 5, 6, 7].map((day): [string, SearchedDay] => [
        format.format(new Date(Date.UTC(1970, 0, 4 + day))),
        { weekday: day },
      ])
    })
    const near = [0, 1].map((ago): [string, SearchedDay] => [relative.format(-ago, 'day'), { ago }])
    return [...near, ...weekdays].map(([name, day]) => [searchable(name), day])
  })

/** @returns undefined for a text that names no day */
export function readDay(value: string): SearchedDay | undefined {
  const date = readDate(value)
  if (date !== undefined) return { date }
  const name = searchable(value)
  return namedDays().find(([known]) => known === name)?.[1]
}

const statusNames = (): [string, readonly Status[]][] => [
  ['unresolved', unresolvedStatuses],
  [searchable(i18n.t('Unresolved')), unresolvedStatuses],
  ...statuses.flatMap((status): [string, readonly Status[]][] => [
    [status, [status]],
    [searchable(statusWords[status]), [status]],
  ]),
]

/** @returns the statuses that a text names, also by a beginning; undefined for none */
export function readStatus(value: string): readonly Status[] | undefined {
  const typed = searchable(value)
  return typed === '' ? undefined : statusNames().find(([name]) => name.startsWith(typed))?.[1]
}

const isFile = (value: string) =>
  ['file', 'files', 'attachment', 'attachments', searchable(i18n.t('File'))].includes(searchable(value))

/** A status or a thing that is not known is an ordinary word. */
function isToken({ name, value }: SearchToken): boolean {
  if (name === 'status') return value === '' || readStatus(value) !== undefined
  if (name === 'has') return value === '' || isFile(value)
  return true
}

/** Splits a search into words and tokens. */
export function readSearch(typed: string): TypedSearch {
  const found = [...typed.replaceAll(quotes, '"').matchAll(tokenPattern)].map(
    ({ 0: text, index, groups }) => {
      const name = (groups?.['name'] ?? '').toLowerCase()
      const value = (groups?.['quoted'] ?? groups?.['plain'] ?? '').trim()
      return { name, value, index, text: typed.slice(index, index + text.length) }
    },
  )
  const known = found.flatMap(({ name, ...rest }) =>
    isOneOf(tokenNames, name) && isToken({ name, ...rest }) ? [{ name, ...rest }] : [],
  )
  const words = known.reduceRight(
    (text, { index, text: { length } }) => `${text.slice(0, index)} ${text.slice(index + length)}`,
    typed,
  )
  return {
    words: words.replaceAll(/ {2,}/g, ' ').trim(),
    tokens: known.flatMap(({ index: _, ...token }, place) => {
      const isFirst = known.findIndex(({ text }) => text === token.text) === place
      return token.value !== '' && isFirst ? [token] : []
    }),
  }
}

/** @returns the typed search without this token */
export const withoutToken = (typed: string, { text }: SearchToken): string =>
  typed.replace(text, '').replaceAll(/ {2,}/g, ' ').trim()

/** @returns the search with other words beside its tokens */
export const withOtherWords = (typed: string, words: readonly string[]): string =>
  [...words, ...readSearch(typed).tokens.map(({ text }) => text)].join(' ')

const isDay = ({ name }: SearchToken) => name === 'before' || name === 'after'

/** @returns the fault of a search, in words for its author; undefined where it has none */
export function faultOf(typed: string): string | undefined {
  const wrong = readSearch(typed).tokens.find((token) => isDay(token) && !readDay(token.value))
  return (
    wrong &&
    i18n.t('{token} names no day. Type a date such as 2026-03-31, a day of the week, yesterday or today.', {
      token: wrong.text,
    })
  )
}

/** Refuses a search with a fault. */
export const withoutFault = <T extends z.ZodType<string, string>>(schema: T) =>
  schema.superRefine((typed, { addIssue }) => {
    const fault = faultOf(typed)
    if (fault !== undefined) addIssue(fault)
  })
