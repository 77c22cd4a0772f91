import type { CurrentUser } from '#features/users/contract.ts'
import { buttonClass, type ButtonSize } from '#platform/web/ui/button.tsx'
import { QueueCount } from './queue-count.tsx'
import { useQueueLink } from './queue-link.ts'
import { useShownView } from './use-listed-views.ts'
import { useQueues } from './use-queues.ts'

interface OtherQueueProps {
  viewer: CurrentUser
  size?: ButtonSize
}

/** Leads to the first other view in which unresolved tickets are; nothing where there is none. */
export function OtherQueue({ viewer, size }: OtherQueueProps) {
  const { queues } = useQueues(viewer)
  const linkTo = useQueueLink()
  const shown = useShownView(viewer)
  const other = queues.find(
    ({ id, query, count }) =>
      id !== shown?.id && count && new URLSearchParams(query).get('status') === 'unresolved',
  )
  if (!other) return null
  return (
    <a {...linkTo(other.query)} className={buttonClass('secondary', size)}>
      {other.name}
      <QueueCount queue={other} />
    </a>
  )
}
