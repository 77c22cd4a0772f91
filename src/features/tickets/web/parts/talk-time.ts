import { formatDistance } from 'date-fns'
import { i18n } from '#platform/contract/i18n.ts'
import { writtenClock, writtenShort, writtenWeekday } from '#platform/web/written.ts'

// Times of a conversation: the same message has the same age wherever it stands.

function dayOf(at: Date, now: Date): 'today' | 'yesterday' | 'earlier' {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at >= now || at.toDateString() === now.toDateString()) return 'today'
  return at.toDateString() === yesterday.toDateString() ? 'yesterday' : 'earlier'
}

/** "Today", "Yesterday", or the local date such as "Sat, 21 Nov 2026". */
export function dayLabel(at: Date, now = new Date()): string {
  const day = dayOf(at, now)
  if (day === 'earlier') return writtenWeekday(at)
  return day === 'today' ? i18n.t('Today') : i18n.t('Yesterday')
}

/** "5 minutes ago", however long ago. A clock that runs behind the server's never reads "in less than a minute". */
export const distance = (at: Date, now = new Date()): string =>
  formatDistance(at < now ? at : now, now, { addSuffix: true })

/** As `distance` today; from yesterday on with the clock: "Yesterday 16:39", "20 Nov, 16:39". */
export function talkTime(at: Date, now = new Date()): string {
  const day = dayOf(at, now)
  if (day === 'today') return distance(at, now)
  return day === 'yesterday' ? i18n.t('Yesterday {time}', { time: writtenClock(at) }) : writtenShort(at)
}

/** As `distance`; from yesterday on with the clock, below a line that says the day: "about 17 hours ago · 16:39". */
export const timeBelowDay = (at: Date, now = new Date()): string =>
  dayOf(at, now) === 'today' ? distance(at, now) : `${distance(at, now)} · ${writtenClock(at)}`
