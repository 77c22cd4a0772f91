import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Lock } from 'lucide-react'
import { useState } from 'react'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { ticketHistory } from '#features/tickets/web/api.ts'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { SideCard } from '#platform/web/ui/side-card.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { sentenceOf, wordsOf } from './history-words.ts'

const shownAtFirst = 6

interface TicketHistoryProps {
  ticketId: string
  /** Deletion is under way: its history is not requested again. */
  isLeaving: boolean
}

export function TicketHistory({ ticketId, isLeaving }: TicketHistoryProps) {
  const history = useQuery({ ...ticketHistory(ticketId), enabled: !isLeaving })
  const [showsAll, setShowsAll] = useState(false)
  return (
    <SideCard title={i18n.t('History')} className="print:hidden">
      {history.data ? (
        <Timeline
          entries={history.data}
          most={showsAll ? Infinity : shownAtFirst}
          onShowAll={() => setShowsAll(true)}
        />
      ) : history.isError ? (
        <ErrorNote error={history.error} onRetry={() => void history.refetch()} busy={history.isFetching}>
          {i18n.t('The history could not be loaded.')}
        </ErrorNote>
      ) : (
        <Loading label={i18n.t('Loading history...')} className="flex flex-col gap-3">
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-7/10" />
        </Loading>
      )}
    </SideCard>
  )
}

interface TimelineProps {
  entries: readonly HistoryEntry[]
  most: number
  onShowAll(): void
}

function Timeline({ entries, most, onShowAll }: TimelineProps) {
  const newestFirst = entries.toReversed()
  return (
    <>
      <ol className="flex flex-col">
        {newestFirst.slice(0, most).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {newestFirst.length > most && (
        <Button variant="link" size="small" onClick={onShowAll}>
          {i18n.t('Show all {count}', { count: newestFirst.length })}
        </Button>
      )}
    </>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { by, at, changes, isInternal, what } = entry
  return (
    <li className="group relative flex gap-2.5 pb-4 last:pb-0">
      <span
        aria-hidden
        className="absolute start-2.5 top-6 bottom-1 w-px -translate-x-1/2 bg-border group-last:hidden rtl:translate-x-1/2"
      />
      {by ? (
        <PersonAvatar person={by} size={20} decorative />
      ) : (
        <Avatar id="" name="?" size={20} decorative />
      )}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {what !== 'mail' && (
            <span className="font-medium">{by ? nameOf(by) : i18n.t('A deleted user')}</span>
          )}{' '}
          {sentenceOf(entry)}
          {isInternal && <Lock aria-hidden className="ms-1 inline size-3! text-amber-fg" />}
        </p>
        {changes.map(({ field, from, to }) => (
          <p key={field} className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere">
            <span className="text-muted line-through decoration-control">{wordsOf(field, from)}</span>
            <ArrowRight aria-hidden className="size-3! text-subtle rtl:-scale-x-100" />
            <span className="sr-only">{i18n.t('to')}</span>
            <span>{wordsOf(field, to)}</span>
          </p>
        ))}
        <RelativeTime at={at} label={talkTime} className="text-meta font-normal text-subtle" />
      </div>
    </li>
  )
}
