import { undoForMs } from '#features/comments/contract.ts'
import { tzOffset } from '@date-fns/tz'
import { dayOf } from '#platform/server/clock.ts'
import type { Cadence } from '../policy.ts'

interface CivilTime {
  hour: number
  minute: number
}

export type Regular = Exclude<Cadence, 'immediate'>

/** Digests go out before the working day, and after the night in which clocks change. */
const mailTime: CivilTime = { hour: 7, minute: 0 }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const midnightUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** @param day such as 2026-03-01 */
const addDays = (day: string, days: number) =>
  new Date(midnightUtc(day) + days * dayMs).toISOString().slice(0, 10)
const mondayOf = (day: string) => addDays(day, -((new Date(midnightUtc(day)).getUTCDay() + 6) % 7))

/** Finds the first minute after a clock change between two instants. */
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

/** Returns the first of two instants, or the first minute after a gap. @param day such as 2026-03-01 */
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

export interface Occasion {
  at: Date
  /** Unique name: a user receives one mail of a type for each. */
  period: string
}

const occasionOn = (cadence: Regular, day: string, timeZone: string): Occasion => ({
  at: instantOf(day, mailTime, timeZone),
  period: `${cadence} ${day}`,
})

/** Finds the day of the newest occasion that may have begun by then. */
function startOf(cadence: Regular, at: Date, timeZone: string) {
  const day = dayOf(at, timeZone)
  return cadence === 'daily' ? { day, step: 1 } : { day: mondayOf(day), step: 7 }
}

export function lastOccasion(cadence: Regular, now: Date, timeZone: string): Occasion {
  const { day, step } = startOf(cadence, now, timeZone)
  const newest = occasionOn(cadence, day, timeZone)
  return newest.at <= now ? newest : occasionOn(cadence, addDays(day, -step), timeZone)
}

export function nextOccasion(cadence: Regular, now: Date, timeZone: string): Occasion {
  const { day, step } = startOf(cadence, now, timeZone)
  const first = occasionOn(cadence, day, timeZone)
  return first.at > now ? first : occasionOn(cadence, addDays(day, step), timeZone)
}

/** Just longer than a comment can be undone. Words read by then go into no mail but a summary. */
export const notifiedAfterMs = undoForMs + 1000

const hourMs = 60 * minuteMs

/** Next full hour, for the digest of mails beyond the limit. */
export function nextHour(now: Date): Occasion {
  const at = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
  return { at, period: `hour ${at.toISOString()}` }
}
