import { i18n } from '#platform/contract/i18n.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#platform/web/cn.ts'
import { recall, remember } from '#platform/web/storage.ts'
import { writtenNumber } from '#platform/web/written.ts'
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx'
import { isStaff } from '#features/users/policy.ts'
import { useShownView } from '../queues/use-listed-views.ts'
import { QueueList } from '../queues/queue-list.tsx'
import { navEntriesFor, type NavEntry } from './nav-items.ts'
import { useViewer } from '#features/auth/web/session.tsx'

interface NavigationProps {
  /** Shows icons only; the names become tooltips. */
  isNarrow?: boolean
  onNavigate?(): void
}

export function Navigation({ isNarrow = false, onNavigate }: NavigationProps) {
  const viewer = useViewer()
  const view = useShownView(viewer)
  const [isOpen, toggle] = useManageOpen()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { desk, manage } = navEntriesFor(viewer)
  /** The view is lit instead of its screen, where it is in sight. */
  const isViewLit = view !== undefined && !isNarrow
  const isHere = ({ paths }: NavEntry) => paths.some((one) => one === path) && !isViewLit
  const listOf = (entries: readonly NavEntry[]) => (
    <ul className="flex flex-col gap-0.5">
      {entries.map((entry) => (
        <Entry
          key={entry.paths[0]}
          entry={entry}
          isHere={isHere(entry)}
          isExact={isViewLit}
          isNarrow={isNarrow}
          onNavigate={onNavigate}
        />
      ))}
    </ul>
  )
  return (
    <div className="flex-1 overflow-x-hidden overflow-y-auto py-1">
      <nav aria-label={i18n.t('Main')} className="px-2">
        {listOf(desk)}
      </nav>
      {!isNarrow && isStaff(viewer) && <QueueList viewer={viewer} onNavigate={onNavigate} />}
      {manage.length > 0 && (
        <nav
          aria-label={i18n.t('Manage')}
          className={isNarrow ? 'mx-2 mt-2 border-t border-border py-2' : 'mt-1 px-2 pb-2'}
        >
          {!isNarrow && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="flex w-full items-center gap-1 rounded-control px-3 py-1 text-meta font-medium text-subtle hover:text-fg focus-visible:-outline-offset-2"
              onClick={toggle}
            >
              {i18n.t('Manage')}
              <ChevronDown aria-hidden className={cn('size-3.5!', !isOpen && '-rotate-90 rtl:rotate-90')} />
            </button>
          )}
          {listOf(isNarrow || isOpen ? manage : manage.filter(isHere))}
        </nav>
      )}
    </div>
  )
}

const manageKey = 'signalbox.manage'

function useManageOpen(): [boolean, () => void] {
  const [isOpen, setOpen] = useState(() => recall('browser', manageKey) !== 'folded')
  function toggle() {
    setOpen(!isOpen)
    remember('browser', manageKey, isOpen ? 'folded' : 'open')
  }
  return [isOpen, toggle]
}

interface EntryProps {
  entry: NavEntry
  isHere: boolean
  /** A link to the screen without its filters leads elsewhere. */
  isExact: boolean
  isNarrow: boolean
  onNavigate: (() => void) | undefined
}

function Entry({ entry, isHere, isExact, isNarrow, onNavigate }: EntryProps) {
  const { paths, icon: Icon, Count } = entry
  const title = entry.title()
  const linkWith = (count?: number) => (
    <Link
      to={paths[0]}
      activeOptions={{ exact: true, includeSearch: isExact }}
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
        <span className={isNarrow ? 'sr-only' : 'text-meta tabular-nums'}>{writtenNumber(count)}</span>
      )}
    </Link>
  )
  const entryWith = (count?: number) => (
    <li>
      {isNarrow ? (
        <Tooltip content={title} side="end" isName>
          {linkWith(count)}
        </Tooltip>
      ) : (
        linkWith(count)
      )}
    </li>
  )
  return Count ? <Count>{entryWith}</Count> : entryWith()
}
