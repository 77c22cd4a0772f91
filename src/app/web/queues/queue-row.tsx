import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useRef } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { cn } from '#platform/web/cn.ts'
import { QueueCount } from './queue-count.tsx'
import { useQueueLink } from './queue-link.ts'
import { useQueues } from './use-queues.ts'

export function QueueRow({ viewer }: { viewer: CurrentUser }) {
  const { queues } = useQueues(viewer)
  const linkTo = useQueueLink()
  const row = useRef<HTMLUListElement>(null)
  const links = queues.map((queue) => ({ queue, link: linkTo(queue.query) }))
  const current = links.find(({ link }) => link['aria-current'])?.queue.id
  useEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>(`[data-view="${current}"]`)
    if (row.current && shown) row.current.scrollLeft = shown.offsetLeft - 8
  }, [current])
  return (
    <nav aria-label={i18n.t('Ticket views')}>
      {/* Positioned, so that the hidden words of its links are clipped with them and do not widen the page. */}
      <ul ref={row} className="relative flex gap-1.5 overflow-x-auto px-0.5 py-0.5 [scrollbar-width:none]">
        {links.map(({ queue, link }) => (
          <li key={queue.id} data-view={queue.id} className="flex-none">
            <a
              {...link}
              className={cn(
                'flex h-7 max-w-56 items-center gap-1.5 rounded-full border px-3 pointer-coarse:h-10',
                link['aria-current']
                  ? 'border-accent bg-selected text-link'
                  : 'border-border text-muted hover:bg-hover hover:text-fg',
              )}
            >
              <span className="truncate">{queue.name}</span>
              <QueueCount queue={queue} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
