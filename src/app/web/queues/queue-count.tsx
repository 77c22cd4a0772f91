import { i18n } from '#platform/contract/i18n.ts'
import { countWords, type Queue } from './use-queues.ts'

export function QueueCount({ queue: { count } }: { queue: Queue }) {
  if (count === undefined) return null
  return (
    <span className="text-meta tabular-nums">
      {countWords(count)}{' '}
      <span className="sr-only">{i18n.t('{count, plural, one {ticket} other {tickets}}', { count })}</span>
    </span>
  )
}
