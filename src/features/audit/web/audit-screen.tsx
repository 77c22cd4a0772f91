import { i18n } from '#platform/contract/i18n.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Download, RefreshCw, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { auditPages, exportAudit, newestHeard } from './api.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import type { AuditFilter } from '../contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { ProgressLine } from '#platform/web/ui/progress-line.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { toastFailure, toastNote } from '#platform/web/ui/overlay/toast-store.ts'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useViewer } from '#features/auth/web/session.tsx'

export function Audit() {
  return isAdministrator(useViewer()) ? <AuditLog /> : <AccessDenied hint={adminsOnly()} />
}

function AuditLog() {
  const [params, change] = useSearchParams()
  const { type, actorId, subject, from, to } = params
  const filter: AuditFilter = { type, actorId, subject, from, to }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const found = useInfiniteQuery(auditPages(filter))
  const entries = found.data?.pages.flatMap((page) => page.entries) ?? []
  const file = useMutation({
    mutationFn: () => exportAudit(filter),
    onSuccess: (name) => toastNote(i18n.t('{name} is in your downloads.', { name })),
    onError: () => toastFailure(i18n.t('The audit log could not be exported.')),
  })
  const actor = entries.find((entry) => entry.actor?.id === actorId)?.actor
  const about = entries.find((entry) => entry.subject?.id === subject)?.subject

  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Audit Log')}
        hint={i18n.t('Who did what, when and from where')}
        actions={
          <Button busy={file.isPending} onClick={() => file.mutate()}>
            <Download aria-hidden />
            {i18n.t('Export CSV')}
          </Button>
        }
      />
      <AuditFilters
        filter={filter}
        onChange={(some) => change(some)}
        actorName={actor ? nameOf(actor) : undefined}
        subjectName={about?.name}
      />
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The audit log could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingRows label={i18n.t('Loading the audit log...')} rows={12} />}
      {found.data && (
        <div className="flex flex-col gap-3">
          <NewEntries
            key={JSON.stringify(filter)}
            head={isFiltered ? undefined : entries[0]?.position}
            onShow={() => found.refetch()}
          />
          <ProgressLine active={found.isPlaceholderData} className="-mb-3" />
          {entries.length === 0 ? (
            <EmptyState
              icon={<ScrollText aria-hidden />}
              title={i18n.t('No entries found')}
              hint={i18n.t('No entries match.')}
            />
          ) : (
            <AuditList
              entries={entries}
              onActor={(id) => change({ actorId: id })}
              onSubject={(id) => change({ subject: id })}
            />
          )}
          {found.hasNextPage && (
            <Button
              className="self-center max-sm:w-full"
              busy={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {i18n.t('Show older entries')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface NewEntriesProps {
  /** Newest position shown; undefined where the list is filtered. */
  head: number | undefined
  onShow(): Promise<unknown>
}

/** Counts new entries and waits to be asked, so that nothing moves under a reader. */
function NewEntries({ head, onShow }: NewEntriesProps) {
  const { data: newest = 0 } = useQuery(newestHeard())
  const [seen, setSeen] = useState(newest)
  const count = newest - (head ?? seen)
  const words =
    head === undefined
      ? i18n.t('New entries')
      : i18n.t('{count, plural, one {# new entry} other {# new entries}}', { count })
  return (
    <div className="pointer-events-none sticky top-2 z-20 flex h-0 justify-center">
      <p role="status" className="sr-only">
        {count > 0 ? words : ''}
      </p>
      {count > 0 && (
        <Button
          size="small"
          variant="primary"
          className="pointer-events-auto -translate-y-1/2 self-start rounded-full!"
          onClick={() => void onShow().then(() => setSeen(newest))}
        >
          <RefreshCw aria-hidden className="size-3!" />
          {i18n.t('{words} – Show', { words })}
        </Button>
      )}
    </div>
  )
}
