import { TZDate } from '@date-fns/tz'
import { searchable, withoutInvisible } from '#platform/contract/searchable.ts'
import type { ImportOptions } from '../contract.ts'

type DateOrder = ImportOptions['dateOrder']

/** Month names, long and short, in English and German. */
const monthNames = new Map(
  ['en-US', 'en-GB', 'de-DE', 'de-AT'].flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const { format } = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, at): [string, number] => [
        searchable(format(Date.UTC(2025, at, 1))).replace('.', ''),
        at + 1,
      ])
    }),
  ),
).set('mrz', 3)

const name = String.raw`(?<name>\p{L}{3,9})\.?`
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const year = String.raw`(?<year>\d{4}|\d\d)`
const sign = '[-./]'
/** Patterns of dates, with a month by number or name, or two numbers in the chosen order. */
const dates = [
  String.raw`(?<year>\d{4})(?<sign>${sign})(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})`,
  String.raw`(?<first>\d{1,2})(?<sign>${sign})(?<second>\d{1,2})\k<sign>${year}`,
  String.raw`${day}(?:${sign} ?| )${name}(?:[-/]|,? )${year}`,
  String.raw`${name}(?: |-)${day}(?:,? |-)(?<year>\d{4})`,
]
const weekday = String.raw`(?:\p{L}{2,10}\.?,? )?`
const time = String.raw`(?:(?:T|,? )(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second_>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AP])\.?M\.?| Uhr)?)?`
const zone = String.raw`(?: ?(?<zone>Z|(?:UTC|GMT)?(?:[+-]\d{1,2}(?::?\d\d)?)?))?`
const patterns = dates.map((date) => new RegExp(`^${weekday}${date}${time}${zone}$`, 'iu'))

/** Replaces typographic spaces and signs, as of spreadsheets and web pages. */
const plain = (text: string) =>
  withoutInvisible(text)
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .trim()

type Parts = Readonly<Record<string, string | undefined>>

function partsOf(text: string): Parts | undefined {
  const written = plain(text)
  for (const pattern of patterns) {
    const { groups } = pattern.exec(written) ?? {}
    if (groups) return groups
  }
  return undefined
}

export const isOrdered = (text: string): boolean => partsOf(text)?.['first'] !== undefined

/** Returns hours from 0 to 23; undefined for an hour that a 12-hour clock lacks. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
}

/** Completes two digits to a year from 1970 on. */
const yearOf = (digits: string) =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)

function monthAndDay({ month, day, name, first, second }: Parts, order: DateOrder): (number | undefined)[] {
  if (name !== undefined) return [monthNames.get(searchable(name)), Number(day)]
  if (month !== undefined) return [Number(month), Number(day)]
  return (order === 'dmy' ? [second, first] : [first, second]).map(Number)
}

/** Formats as `+02:00`. */
function offsetOf(zone: string): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? []
  return `${sign}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

/**
 * Parses forms such as 2025-04-03, 2025-04-03T10:00:00+02, 03.04.2025 10:00, 3/4/25 10:12 AM in the chosen
 * order, 03/Apr/25, 3. April 2025 and Apr 3, 2025. Without a zone, the desk's applies.
 * @returns undefined for another text, and a date outside the calendar
 */
export function parseMoment(text: string, order: DateOrder, timeZone: string): Date | undefined {
  const parts = partsOf(text)
  if (!parts) return undefined
  const { hour = '0', minute = '0', second_: second = '0', fraction = '', zone = '' } = parts
  const year = yearOf(parts['year'] ?? '')
  const [month, day] = monthAndDay(parts, order)
  const hours = hourOf(Number(hour), parts['half'])
  if (month === undefined || day === undefined || hours === undefined) return undefined
  if (month < 1 || month > 12 || hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const place = zone === '' ? timeZone : offsetOf(zone)
  return new Date(
    new TZDate(year, month - 1, day, hours, Number(minute), Number(second), ms, place).getTime(),
  )
}
