import { i18n } from '#platform/contract/i18n.ts'
import { writtenDay } from './written.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const longestMs = 30 * dayMs

const written = (count: number, unit: 'minute' | 'hour' | 'day') =>
  new Intl.RelativeTimeFormat(i18n.locale).format(-Math.floor(count), unit)

/** Formats "5 minutes ago"; the date after 30 days. A slow clock never yields "in 3 seconds". */
export function timeAgo(at: Date, now = new Date()): string {
  const agoMs = now.getTime() - at.getTime()
  if (agoMs > longestMs) return writtenDay(at)
  if (agoMs < minuteMs) return i18n.t('Just now')
  if (agoMs < hourMs) return written(agoMs / minuteMs, 'minute')
  return agoMs < dayMs ? written(agoMs / hourMs, 'hour') : written(agoMs / dayMs, 'day')
}
