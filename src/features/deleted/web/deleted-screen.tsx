import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import { restorableDays } from '#features/trash/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { AccessDenied } from '#features/users/web/access-denied.tsx'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { usePageWithin } from '#platform/web/hooks/use-page-within.ts'
import { pageCountOf } from '#platform/web/paging.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Pager } from '#platform/web/ui/pager.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { kindWords, type DeletedThing } from '../contract.ts'
import { canPurge, restorableKinds } from '../policy.ts'
import { deletedList } from './api.ts'
import { DeletedList } from './deleted-list.tsx'
import { PurgeThing } from './purge-thing.tsx'
import { RestoreThing } from './restore-thing.tsx'

const perPage = 25

export function Deleted() {
  return isDesk(useViewer()) ? (
    <AllDeleted />
  ) : (
    <AccessDenied hint={i18n.t('Only helpdesk and super users can restore deleted items.')} />
  )
}

function AllDeleted() {
  const viewer = useViewer()
  const [params, change] = useSearchParams()
  const [restoring, setRestoring] = useState<DeletedThing>()
  const [purging, setPurging] = useState<DeletedThing>()
  const kinds = restorableKinds(viewer)
  const kind = kinds.find((one) => one === params['kind'])
  const { search, who: deletedBy } = params
  const page = Math.max(1, Number.parseInt(params['page'] ?? '1', 10) || 1)
  const offset = (page - 1) * perPage
  const found = useQuery(
    deletedList({ kind, search, deletedBy, limit: String(perPage), offset: String(offset) }),
  )
  const things = found.data?.things ?? []
  const total = found.data?.total ?? 0
  const pageCount = pageCountOf(total, perPage)
  const toPage = (next: number, how = {}) => change({ page: next === 1 ? undefined : String(next) }, how)
  usePageWithin(page, found.data && !found.isPlaceholderData ? pageCount : undefined, (last) =>
    toPage(last, { replace: true }),
  )
  const isFiltered = Boolean(kind ?? search ?? deletedBy)
  const clear = () => change({ kind: undefined, search: undefined, who: undefined, page: undefined })

  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Deleted')}
        hint={i18n.t(
          'Deleted items can be restored for {keptDays} days. After that they’re permanently removed.',
          {
            keptDays: restorableDays,
          },
        )}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={i18n.t('Search deleted items')}
          value={search ?? ''}
          onChange={(text) => change({ search: text, page: undefined }, { replace: true })}
          className="w-full sm:w-72"
        />
        <Select
          isInstant
          aria-label={i18n.t('Filter by kind')}
          className="max-sm:w-auto max-sm:flex-auto sm:w-44"
          value={kind ?? ''}
          onChange={({ target }) => change({ kind: target.value, page: undefined })}
        >
          <option value="">{i18n.t('All kinds')}</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {kindWords[one]}
            </option>
          ))}
        </Select>
        <div className="max-sm:flex-auto sm:w-60">
          <PersonPicker
            of="staff"
            isEverybody
            aria-label={i18n.t('Deleted by')}
            value={deletedBy ?? ''}
            onValueChange={(id) => change({ who: id || undefined, page: undefined })}
            placeholder={i18n.t('Deleted by anyone')}
          />
        </div>
        {isFiltered && (
          <Button variant="ghost" onClick={clear}>
            {i18n.t('Clear filters')}
          </Button>
        )}
      </div>
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The deleted items could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingRows label={i18n.t('Loading deleted items...')} rows={8} />}
      {things.length > 0 && (
        <>
          <DeletedList
            things={things}
            onRestore={setRestoring}
            onPurge={canPurge(viewer) ? setPurging : undefined}
          />
          <Pager
            page={page}
            pageCount={pageCount}
            onPageChange={toPage}
            summary={i18n.t('Showing {first} to {last} of {total}', {
              first: offset + 1,
              last: offset + things.length,
              total,
            })}
          />
        </>
      )}
      {found.data?.total === 0 && (
        <EmptyState
          icon={<Trash2 aria-hidden />}
          title={i18n.t('Nothing here')}
          hint={
            isFiltered
              ? i18n.t('Nothing matches.')
              : i18n.t('Nothing was deleted in the last {keptDays} days.', { keptDays: restorableDays })
          }
          action={isFiltered && <Button onClick={clear}>{i18n.t('Clear filters')}</Button>}
        />
      )}
      {restoring && <RestoreThing thing={restoring} onClose={() => setRestoring(undefined)} />}
      {purging && <PurgeThing thing={purging} onClose={() => setPurging(undefined)} />}
    </div>
  )
}
