import { formatDistance } from 'date-fns'
import { i18n } from '#platform/contract/i18n.ts'
import { writtenClock, writtenShort, writtenWeekday } from '#platform/web/written.ts'

// Shared by all conversations, so that a message has one age everywhere.

function dayOf(at: Date, now: Date): 'today' | 'yesterday' | 'earlier' {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at >= now || at.toDateString() === now.toDateString()) return 'today'
  return at.toDateString() === yesterday.toDateString() ? 'yesterday' : 'earlier'
}

/** Prints "Today", "Yesterday", or a date such as "Sat, 21 Nov 2026". */
export function dayLabel(at: Date, now = new Date()): string {
  const day = dayOf(at, now)
  if (day === 'earlier') return writtenWeekday(at)
  return day === 'today' ? i18n.t('Today') : i18n.t('Yesterday')
}

/** Prints "5 minutes ago", at any age. A clock behind the server's never prints "in less than a minute". */
export const distance = (at: Date, now = new Date()): string =>
  formatDistance(at < now ? at : now, now, { addSuffix: true })

/** Prints `distance` today, then the time: "Yesterday 16:39", "20 Nov, 16:39". */
export function talkTime(at: Date, now = new Date()): string {
  const day = dayOf(at, now)
  if (day === 'today') return distance(at, now)
  return day === 'yesterday' ? i18n.t('Yesterday {time}', { time: writtenClock(at) }) : writtenShort(at)
}

/** Prints `distance`, with the time from yesterday on: "about 17 hours ago · 16:39". The day stands above. */
export const timeBelowDay = (at: Date, now = new Date()): string =>
  dayOf(at, now) === 'today' ? distance(at, now) : `${distance(at, now)} · ${writtenClock(at)}`
