const day = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

/** "Today", "Yesterday", or the local date such as "Sat, Nov 21, 2026". */
export function dayLabel(at: Date, now = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return 'Today'
  return at.toDateString() === yesterday.toDateString() ? 'Yesterday' : day.format(at)
}
