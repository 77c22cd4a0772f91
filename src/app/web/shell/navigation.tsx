import { i18n } from '#platform/contract/i18n.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { cn } from '#platform/web/cn.ts'
import { writtenNumber } from '#platform/web/written.ts'
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx'
import { isStaff } from '#features/users/policy.ts'
import { useShownView } from '../queues/use-listed-views.ts'
import { QueueList } from '../queues/queue-list.tsx'
import { navItems } from './nav-items.ts'
import { useViewer } from '#features/auth/web/session.tsx'

interface NavigationProps {
  /** Shows icons only; the names become tooltips. */
  isNarrow?: boolean
  onNavigate?(): void
}

export function Navigation({ isNarrow = false, onNavigate }: NavigationProps) {
  const viewer = useViewer()
  const view = useShownView(viewer)
  /** The view is lit instead of its screen, where it is in sight. */
  const isViewLit = view !== undefined && !isNarrow
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <div className="flex-1 overflow-x-hidden overflow-y-auto py-1">
      <nav aria-label={i18n.t('Main')} className="px-2">
        <ul className="flex flex-col gap-0.5">
          {navItems
            .filter((item) => item.isFor(viewer))
            .map(({ paths, icon: Icon, Count, ...item }) => {
              const title = item.title()
              const isHere = paths.some((one) => one === path) && !isViewLit
              const linkWith = (count?: number) => (
                <Link
                  to={paths[0]}
                  activeOptions={{ exact: true, includeSearch: isViewLit }}
                  aria-current={isHere ? 'page' : undefined}
                  onClick={onNavigate}
                  className={cn(
                    'flex h-control items-center gap-2.5 overflow-hidden rounded-control px-3 font-medium whitespace-nowrap focus-visible:-outline-offset-2',
                    isHere ? 'bg-selected text-link' : 'text-muted hover:bg-hover hover:text-fg',
                  )}
                >
                  <Icon aria-hidden />
                  <span className={isNarrow ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{title}</span>
                  {count !== undefined && (
                    <span className={isNarrow ? 'sr-only' : 'text-meta tabular-nums'}>
                      {writtenNumber(count)}
                    </span>
                  )}
                </Link>
              )
              const entryWith = (count?: number) => (
                <li key={title}>
                  {isNarrow ? (
                    <Tooltip content={title} side="end" isName>
                      {linkWith(count)}
                    </Tooltip>
                  ) : (
                    linkWith(count)
                  )}
                </li>
              )
              return Count ? <Count key={title}>{entryWith}</Count> : entryWith()
            })}
        </ul>
      </nav>
      {!isNarrow && isStaff(viewer) && <QueueList viewer={viewer} onNavigate={onNavigate} />}
    </div>
  )
}
