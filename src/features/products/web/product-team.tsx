import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UsersRound } from 'lucide-react'
import { AssignDialog } from '#features/users/web/assign-dialog.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { keepFocus } from '#platform/web/ui/overlay/keep-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { productRoles, type Product, type TeamEntry } from '../contract.ts'
import { addMember, removeMember } from './api.ts'
import { teamWords } from './team-words.ts'

export function ProductTeam({ product }: { product: Product }) {
  const guardDoubleClick = useDoubleClickGuard('li')
  const { productUsers = [] } = product
  if (productUsers.length === 0)
    return <EmptyState icon={<UsersRound aria-hidden />} title={i18n.t('No team members assigned')} />
  return (
    <ul
      className="divide-y divide-border rounded-card border border-border"
      onClickCapture={guardDoubleClick}
    >
      {productUsers.map((entry) => (
        <Member key={entry.user.id} product={product} entry={entry} />
      ))}
    </ul>
  )
}

function Member({ product, entry: { user, role } }: { product: Product; entry: TeamEntry }) {
  const removing = useMutation(removeMember(useQueryClient()))
  async function remove(button: HTMLElement) {
    const settleFocus = keepFocus(button)
    try {
      await removing.mutateAsync({ id: product.id, userId: user.id })
      toastSuccess(i18n.t('User removed from product successfully.'))
      settleFocus()
    } catch {
      toastFailure(i18n.t('Failed to remove user.'))
    }
  }
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{nameOf(user)}</p>
        <p className="text-muted wrap-anywhere">
          {user.email}
          <Unconfirmed user={user} />
        </p>
      </div>
      <span className="text-muted">{teamWords[role]}</span>
      <IconButton
        label={i18n.t('Remove {name}', { name: nameOf(user) })}
        busy={removing.isPending}
        onClick={({ currentTarget }) => void remove(currentTarget)}
      >
        <UserMinus aria-hidden />
      </IconButton>
    </li>
  )
}

export function AssignMember({ product, onClose }: { product: Product; onClose(): void }) {
  const adding = useMutation(addMember(useQueryClient()))
  return (
    <AssignDialog
      title={i18n.t('Assign User')}
      description={product.name}
      personLabel={i18n.t('User')}
      roleLabel={i18n.t('Role')}
      of="staff"
      except={(product.productUsers ?? []).map(({ user }) => user.id)}
      roles={productRoles}
      words={teamWords}
      success={i18n.t('User assigned to product successfully.')}
      failure={i18n.t('Failed to assign user.')}
      onAssign={(userId, role) => adding.mutateAsync({ id: product.id, userId, role })}
      onClose={onClose}
    />
  )
}
