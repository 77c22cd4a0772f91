import { i18n } from '#platform/contract/i18n.ts'
import { Building2, CalendarDays, Mail, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#features/users/contract.ts'
import { EmailText } from '#features/users/web/email-text.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { RoleBadge, RoleIcon } from '#features/users/web/role-badge.tsx'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { cn } from '#platform/web/cn.ts'
import { writtenDay } from '#platform/web/written.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'

const grid = 'grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3'

interface AccountCardsProps {
  users: readonly User[]
  /** The next page is loading. */
  isOld: boolean
  onEdit(user: User): void
}

export const AccountCards = ({ users, isOld, onEdit }: AccountCardsProps) => (
  <ul
    aria-label={i18n.t('Users')}
    aria-busy={isOld}
    className={cn(grid, 'transition-opacity', isOld && 'opacity-60 delay-150')}
  >
    {users.map((user) => (
      <AccountCard key={user.id} user={user} onEdit={() => onEdit(user)} />
    ))}
  </ul>
)

function AccountCard({ user, onEdit }: { user: User; onEdit(): void }) {
  const { email, role, companyName, createdAt, isActive = true } = user
  return (
    <li className={cn('card flex items-start gap-3 p-3', !isActive && 'bg-sunken')}>
      <span className="grid size-9 flex-none place-items-center rounded-full bg-sunken text-muted">
        <RoleIcon role={role} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="truncate text-section" title={nameOf(user)}>
          {nameOf(user)}
        </h2>
        <Fact icon={<Mail aria-hidden />}>
          <EmailText email={email} />
          <Unconfirmed user={user} />
        </Fact>
        {companyName && <Fact icon={<Building2 aria-hidden />}>{companyName}</Fact>}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <RoleBadge role={role} />
          {!isActive && <Badge hue="gray">{i18n.t('Inactive')}</Badge>}
          {createdAt && (
            <span className="inline-flex items-center gap-1.5 text-meta text-subtle">
              <CalendarDays aria-hidden className="size-3.5!" />
              <span className="sr-only">{i18n.t('Created')}</span>
              <time dateTime={createdAt}>{writtenDay(createdAt)}</time>
            </span>
          )}
        </div>
      </div>
      <IconButton
        label={i18n.t('Edit {name}', { name: nameOf(user) })}
        className="-me-1 -mt-1"
        onClick={onEdit}
      >
        <Pencil aria-hidden />
      </IconButton>
    </li>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex min-w-0 items-start gap-1.5 text-muted [&>svg]:mt-0.75 [&>svg]:size-3.5! [&>svg]:flex-none">
    {icon}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

export const AccountCardsLoading = () => (
  <Loading label={i18n.t('Loading users...')} className={grid}>
    {Array.from({ length: 9 }, (_, place) => (
      <div key={place} className="card flex gap-3 p-3">
        <Skeleton className="size-9 flex-none rounded-full" />
        <div className="flex flex-1 flex-col gap-2 py-1">
          <Skeleton className="w-2/5" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-1/4" />
        </div>
      </div>
    ))}
  </Loading>
)
