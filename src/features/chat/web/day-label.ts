import { i18n } from '#platform/contract/i18n.ts'
import { writtenWeekday } from '#platform/web/written.ts'

/** "Today", "Yesterday", or the local date such as "Sat, 21 Nov 2026". */
export function dayLabel(at: Date, now = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return i18n.t('Today')
  return at.toDateString() === yesterday.toDateString() ? i18n.t('Yesterday') : writtenWeekday(at)
}
