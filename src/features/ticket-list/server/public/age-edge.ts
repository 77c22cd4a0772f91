import { startOfDay } from '#platform/server/clock.ts'
import type { Age } from '#features/tickets/contract.ts'

const days = (count: number) => count * 24 * 60 * 60 * 1000

/** Rounds to the minute, so that equal questions within one share an answer. */
export function edgeOf(age: Age, now: Date, timeZone: string): Date {
  if (age === 'today') return startOfDay(now, timeZone)
  const minute = Math.floor(now.getTime() / 60_000) * 60_000
  return new Date(minute - days(age === 'week' ? 7 : 30))
}
