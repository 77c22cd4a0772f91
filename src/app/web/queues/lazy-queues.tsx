import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'

/** The views beside and above the tickets; without them the lists work all the same. */
export const QueueList = lazyExtra(() => import('./queue-list.tsx'), 'QueueList')
export const QueueRow = lazyExtra(() => import('./queue-row.tsx'), 'QueueRow')
