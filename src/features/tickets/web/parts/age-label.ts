import { i18n } from '#platform/contract/i18n.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** "Just now" under one hour, whole hours from one hour, whole days from one day. A clock behind the server's reads "Just now", too. */
export function ageLabel(at: Date, now = new Date()): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < hourMs) return i18n.t('Just now')
  return ageMs < dayMs
    ? i18n.t('{hours}h ago', { hours: Math.floor(ageMs / hourMs) })
    : i18n.t('{days}d ago', { days: Math.floor(ageMs / dayMs) })
}
