import { TZDate } from '@date-fns/tz'
import { isWeekend, subDays } from 'date-fns'

const opensAt = 8
const closesAt = 18
const daysBack = 130
const minuteMs = 60_000

/** Counts weekdays from 8 to 18 o'clock. @returns a function from working minutes ago to a time */
export function workingTime(now: Date, timeZone: string): (minutesAgo: number) => Date {
  const today = new TZDate(now.getTime(), timeZone)
  const shifts = Array.from({ length: daysBack }, (_, day) => subDays(today, day))
    .filter((day) => !isWeekend(day))
    .map((day) => {
      const hour = (at: number) =>
        new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), at, 0, 0, timeZone).getTime()
      return { from: hour(opensAt), to: Math.min(hour(closesAt), now.getTime()) }
    })
    .filter(({ from, to }) => to > from)

  return (minutesAgo) => {
    let leftMs = minutesAgo * minuteMs
    for (const { from, to } of shifts) {
      if (leftMs < to - from) return new Date(to - leftMs)
      leftMs -= to - from
    }
    throw new Error(`${minutesAgo} working minutes are more than ${daysBack} days`)
  }
}
