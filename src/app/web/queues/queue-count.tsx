import { countWords, type Queue } from './use-queues.ts'

/** How many tickets a view shows, where that is known. */
export function QueueCount({ queue: { count } }: { queue: Queue }) {
  if (count === undefined) return null
  return (
    <span className="text-meta tabular-nums">
      {countWords(count)}
      <span className="sr-only"> {count === 1 ? 'ticket' : 'tickets'}</span>
    </span>
  )
}
