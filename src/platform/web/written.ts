import { i18n } from '#platform/contract/i18n.ts'
import { writtenLocale } from './language/language.ts'

// Dates, times and numbers in the reader's format; the examples are of British English.

/** Created at the first use, so that unused formats cost nothing. */
function written(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return (at: string | Date) => {
    format ??= new Intl.DateTimeFormat(writtenLocale, options.hour ? withHour(options) : options)
    return format.format(new Date(at))
  }
}

/** "09:05" on a 24-hour clock, "9:05 AM" on a 12-hour clock. */
function withHour(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions {
  const { hour12 } = new Intl.DateTimeFormat(writtenLocale, options).resolvedOptions()
  return { ...options, hour: hour12 ? 'numeric' : '2-digit' }
}

/** "20 Nov 2026" */
export const writtenDay = written({ dateStyle: 'medium' })
/** "Fri, 20 Nov 2026" */
export const writtenWeekday = written({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
/** "20 Nov 2026, 16:46" */
export const writtenMoment = written({ dateStyle: 'medium', timeStyle: 'short' })
/** "20 Nov 2026, 16:46:05" */
export const writtenSecond = written({ dateStyle: 'medium', timeStyle: 'medium' })
/** "Fri, 20 Nov 2026, 16:46 GMT" */
export const writtenExactly = written({
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** "16:46" */
export const writtenClock = written({ hour: 'numeric', minute: '2-digit' })

const ofThisYear = written({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** "20 Nov, 16:46", with the year when it is not this one. */
export const writtenShort = (at: Date) =>
  at.getFullYear() === new Date().getFullYear() ? ofThisYear(at) : writtenMoment(at)

/** A calendar day is the same everywhere, so it is formatted in the zone of its parsing. */
const utc = { timeZone: 'UTC' } as const
const calendarDay = { month: 'short', day: 'numeric', ...utc } as const
/** "5 Jul" of 2026-07-05. */
export const writtenCalendarDay = written(calendarDay)
/** "Sun, 5 Jul" of 2026-07-05. */
export const writtenCalendarWeekday = written({ weekday: 'short', ...calendarDay })

/** "1,234" */
export const writtenNumber = (value: number) => value.toLocaleString(writtenLocale)

/** "40%" of 40. */
export const writtenPercent = (percent: number) =>
  (percent / 100).toLocaleString(writtenLocale, { style: 'percent' })

/** "Anna, Ben and Cleo" */
export const listed = (names: Iterable<string>): string =>
  new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)

/** "Open, Testing": values that stand beside each other, without the "and" of a sentence. */
export const sideBySide = (values: Iterable<string>): string =>
  new Intl.ListFormat(i18n.locale, { type: 'unit', style: 'short' }).format(values)
