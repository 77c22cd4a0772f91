import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { AccountCards, AccountCardsLoading } from './account-cards.tsx'
import { CreateAccountDialog, EditAccountDialog } from './account-dialogs.tsx'
import { accountCounts } from './api.ts'
import { RoleRequests } from './role-requests.tsx'
import { JoinRequests } from '#features/clients/web/join-requests.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { roles, type User } from '#features/users/contract.ts'
import { userList } from '#features/users/web/api.ts'
import { roleLabel } from '#features/users/web/role-badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Pager } from '#platform/web/ui/pager.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useFormInAddress } from '#platform/web/hooks/use-form-in-address.ts'
import { usePageWithin } from '#platform/web/hooks/use-page-within.ts'
import { pageCountOf } from '#platform/web/paging.ts'
import { useViewer } from '#features/auth/web/session.tsx'

const perPage = 24
const flags = ['true', 'false'] as const

interface UsersProps {
  /** Confirmation before a user is erased. */
  erasing: ComponentType<{ user: User; onClose(): void }>
}

export function Users(props: UsersProps) {
  return isAdministrator(useViewer()) ? <AllUsers {...props} /> : <AccessDenied hint={adminsOnly()} />
}

function AllUsers({ erasing: Erasing }: UsersProps) {
  const viewer = useViewer()
  const guardDoubleClick = useDoubleClickGuard('li')
  const [params, change] = useSearchParams()
  const [isCreating, setCreating] = useFormInAddress('new')
  const [edited, setEdited] = useState<User>()
  const [leaving, setLeaving] = useState<User>()
  const search = params['search'] ?? ''
  const role = roles.find((one) => one === params['role'])
  const isActive = flags.find((flag) => flag === params['isActive'])
  const page = Math.max(1, Number.parseInt(params['page'] ?? '1', 10) || 1)
  const offset = (page - 1) * perPage
  const found = useQuery(userList({ search, role, isActive, limit: String(perPage), offset: String(offset) }))
  const counts = useQuery(accountCounts({ search, isActive }))
  const byRole = counts.data?.byRole
  const total = (role ? byRole?.[role] : counts.data?.total) ?? found.data?.length ?? 0
  const pageCount = pageCountOf(total, perPage)
  const toPage = (next: number, how = {}) => change({ page: next === 1 ? undefined : String(next) }, how)
  const isEmpty = found.data?.length === 0 && !found.isPlaceholderData
  // The count comes from another call, and may be older than the list.
  const isBeyond = usePageWithin(
    page,
    isEmpty && counts.data && !counts.isFetching ? pageCount : undefined,
    (last) => toPage(last, { replace: true }),
  )
  const isFiltered = search !== '' || role !== undefined || isActive !== undefined
  const clear = () => change({ search: undefined, role: undefined, isActive: undefined, page: undefined })

  const createButton = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      {i18n.t('Create User')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4" onClickCapture={guardDoubleClick}>
      <ScreenHead
        title={i18n.t('User Management')}
        hint={i18n.t('Manage users and assign roles')}
        actions={createButton}
      />
      <RoleRequests />
      <JoinRequests />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={i18n.t('Search users')}
          value={search}
          onChange={(search) => change({ search, page: undefined }, { replace: true })}
          className="w-full sm:w-72"
        />
        <Select
          isInstant
          aria-label={i18n.t('Filter by role')}
          className="max-sm:w-auto max-sm:flex-auto sm:w-44"
          value={role ?? ''}
          onChange={(event) => change({ role: event.target.value, page: undefined })}
        >
          <option value="">{i18n.t('All roles')}</option>
          {roles.map((one) => (
            <option key={one} value={one}>
              {roleLabel(one)}
              {byRole && ` (${byRole[one]})`}
            </option>
          ))}
        </Select>
        <Select
          isInstant
          aria-label={i18n.t('Filter by state')}
          className="max-sm:w-auto max-sm:flex-auto sm:w-48"
          value={isActive ?? ''}
          onChange={(event) => change({ isActive: event.target.value, page: undefined })}
        >
          <option value="">{i18n.t('Active and inactive')}</option>
          <option value="true">{i18n.t('Active')}</option>
          <option value="false">{i18n.t('Inactive')}</option>
        </Select>
        {isFiltered && (
          <Button variant="ghost" onClick={clear}>
            {i18n.t('Clear filters')}
          </Button>
        )}
      </div>
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The users could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <AccountCardsLoading />}
      {found.data && found.data.length > 0 && (
        <>
          <AccountCards users={found.data} isOld={found.isPlaceholderData} onEdit={setEdited} />
          <Pager
            page={page}
            pageCount={pageCount}
            onPageChange={toPage}
            summary={i18n.t('Showing {first} to {last} of {total, plural, one {# user} other {# users}}', {
              first: offset + 1,
              last: offset + found.data.length,
              total,
            })}
          />
        </>
      )}
      {found.data?.length === 0 && !isBeyond && !(found.isPlaceholderData && total > 0) && (
        <EmptyState
          icon={<UsersRound aria-hidden />}
          title={i18n.t('No users found')}
          hint={isFiltered ? i18n.t('No users match.') : i18n.t('Get started by creating your first user.')}
          action={isFiltered ? <Button onClick={clear}>{i18n.t('Clear filters')}</Button> : createButton}
        />
      )}
      {isCreating && <CreateAccountDialog onClose={() => setCreating(false)} />}
      {edited && (
        <EditAccountDialog
          user={edited}
          isOwn={edited.id === viewer.id}
          onErase={() => {
            setEdited(undefined)
            setLeaving(edited)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {leaving && <Erasing user={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  )
}
