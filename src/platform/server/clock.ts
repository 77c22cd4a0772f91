import { TZDate } from '@date-fns/tz'
// Not from the index: it loads three hundred files, which is more than a second of every start.
import { startOfDay as startOf } from 'date-fns/startOfDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'

/** The one clock of the server, so that a test can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const startOfDay = (at: Date, timeZone: string) =>
  new Date(startOf(new TZDate(at, timeZone)).getTime())

/** Formats the day of `at` in an IANA time zone, such as 2026-03-01. */
export const dayOf = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

/** Finds the start of the week of `at`, on Monday, in an IANA time zone. */
export const startOfWeek = (at: Date, timeZone: string) =>
  new Date(startOfISOWeek(new TZDate(at, timeZone)).getTime())

/** Finds the start and end of a day in an IANA time zone. @param day such as 2026-07-05 */
export function edgesOfDay(day: string, timeZone: string): { from: Date; to: Date } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const noon = (later: number) => new TZDate(year, month - 1, date + later, 12, timeZone)
  return { from: startOfDay(noon(0), timeZone), to: startOfDay(noon(1), timeZone) }
}

/** Lists the starts of the last `count` days in an IANA time zone, today last; days may have 23 or 25 hours. */
export function startsOfDays(at: Date, count: number, timeZone: string): Date[] {
  const starts = [startOfDay(at, timeZone)]
  while (starts.length < count)
    starts.push(startOfDay(new Date((starts.at(-1) ?? at).getTime() - 1), timeZone))
  return starts.toReversed()
}
