import { undoForMs } from '#features/comments/contract.ts'
import { tzOffset } from '@date-fns/tz'
import { dayOf } from '#platform/server/clock.ts'
import type { Cadence } from '../policy.ts'

/** A time on the clocks of a place. */
interface CivilTime {
  hour: number
  minute: number
}

export type Regular = Exclude<Cadence, 'immediate'>

/** When what was gathered goes out: before the working day, and after the night in which clocks change. */
const mailTime: CivilTime = { hour: 7, minute: 0 }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const midnightUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** @param day such as 2026-03-01 */
const addDays = (day: string, days: number) =>
  new Date(midnightUtc(day) + days * dayMs).toISOString().slice(0, 10)
/** The Monday on or before a day. */
const mondayOf = (day: string) => addDays(day, -((new Date(midnightUtc(day)).getUTCDay() + 6) % 7))

/** The first minute of the new time where clocks change between two instants. */
function findChange(from: number, to: number, timeZone: string): number {
  const before = tzOffset(timeZone, new Date(from))
  let [early, late] = [from, to]
  while (late - early > minuteMs) {
    const middle = early + Math.floor((late - early) / 2 / minuteMs) * minuteMs
    if (tzOffset(timeZone, new Date(middle)) === before) early = middle
    else late = middle
  }
  return late
}

/**
 * The instant at which the clocks of a place show a time of a day. Where they show it twice, the first; where they leave it out, the first
 * minute after the gap.
 * @param day such as 2026-03-01
 */
export function instantOf(day: string, { hour, minute }: CivilTime, timeZone: string): Date {
  const shown = midnightUtc(day) + (hour * 60 + minute) * minuteMs
  const [from, to] = [shown - dayMs, shown + dayMs]
  const instants = [from, to]
    .map((near) => tzOffset(timeZone, new Date(near)))
    .map((offset) => ({ offset, at: shown - offset * minuteMs }))
    .filter(({ offset, at }) => tzOffset(timeZone, new Date(at)) === offset)
    .map(({ at }) => at)
  return new Date(instants.length > 0 ? Math.min(...instants) : findChange(from, to, timeZone))
}

/** One occasion on which mails go out. */
export interface Occasion {
  at: Date
  /** Names it: at most one mail of a type goes to a user for each. */
  period: string
}

const occasionOn = (cadence: Regular, day: string, timeZone: string): Occasion => ({
  at: instantOf(day, mailTime, timeZone),
  period: `${cadence} ${day}`,
})

/** The day of the newest occasion that may have begun by then. */
function startOf(cadence: Regular, at: Date, timeZone: string) {
  const day = dayOf(at, timeZone)
  return cadence === 'daily' ? { day, step: 1 } : { day: mondayOf(day), step: 7 }
}

/** The newest occasion that is not after `now`. */
export function lastOccasion(cadence: Regular, now: Date, timeZone: string): Occasion {
  const { day, step } = startOf(cadence, now, timeZone)
  const newest = occasionOn(cadence, day, timeZone)
  return newest.at <= now ? newest : occasionOn(cadence, addDays(day, -step), timeZone)
}

/** The first occasion after `now`. */
export function nextOccasion(cadence: Regular, now: Date, timeZone: string): Occasion {
  const { day, step } = startOf(cadence, now, timeZone)
  const first = occasionOn(cadence, day, timeZone)
  return first.at > now ? first : occasionOn(cadence, addDays(day, step), timeZone)
}

/** A moment longer than a comment can be taken back. Words read on the screen until then are told by no mail but a summary. */
export const notifiedAfterMs = undoForMs + 1000

const hourMs = 60 * minuteMs

/** The next full hour: what was too much to be mailed one by one goes out together then. */
export function nextHour(now: Date): Occasion {
  const at = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
  return { at, period: `hour ${at.toISOString()}` }
}
