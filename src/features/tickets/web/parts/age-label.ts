import { i18n } from '#platform/contract/i18n.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Prints "Just now", hours, or days, rounded down. A clock behind the server's also prints "Just now". */
export function ageLabel(at: Date, now = new Date()): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < hourMs) return i18n.t('Just now')
  return ageMs < dayMs
    ? i18n.t('{hours}h ago', { hours: Math.floor(ageMs / hourMs) })
    : i18n.t('{days}d ago', { days: Math.floor(ageMs / dayMs) })
}

/** Prints "5m", "15h" or "3d"; at least a minute. */
export function lengthLabel(since: Date, now = new Date()): string {
  const lengthMs = Math.max(minuteMs, now.getTime() - since.getTime())
  if (lengthMs < hourMs) return i18n.t('{minutes}m', { minutes: Math.floor(lengthMs / minuteMs) })
  return lengthMs < dayMs
    ? i18n.t('{hours}h', { hours: Math.floor(lengthMs / hourMs) })
    : i18n.t('{days}d', { days: Math.floor(lengthMs / dayMs) })
}
