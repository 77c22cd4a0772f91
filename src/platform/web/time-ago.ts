import { i18n } from '#platform/contract/i18n.ts'
import { formatDistanceStrict } from 'date-fns'
import { writtenDay } from './written.ts'

const longestMs = 30 * 24 * 60 * 60 * 1000

/** "5 minutes ago"; the date once it is more than 30 days back. A clock that runs behind the server's never reads "in 3 seconds". */
export function timeAgo(at: Date, now = new Date()): string {
  const agoMs = now.getTime() - at.getTime()
  if (agoMs > longestMs) return writtenDay(at)
  if (agoMs < 60_000) return i18n.t('Just now')
  return formatDistanceStrict(at, now, { addSuffix: true })
}
