import { TZDate } from '@date-fns/tz'
// Not from the index: it loads three hundred files, which is more than a second of every start.
import { startOfDay as startOf } from 'date-fns/startOfDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'

/** The one clock of the server, so that a test can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The instant at which the day of `at` began in an IANA time zone. */
export const startOfDay = (at: Date, timeZone: string) =>
  new Date(startOf(new TZDate(at, timeZone)).getTime())

/** The instant at which the week of `at` began, on Monday, in an IANA time zone. */
export const startOfWeek = (at: Date, timeZone: string) =>
  new Date(startOfISOWeek(new TZDate(at, timeZone)).getTime())
