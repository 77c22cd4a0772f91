import { TZDate } from '@date-fns/tz'
import { startOfDay as startOf, startOfISOWeek } from 'date-fns'

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
