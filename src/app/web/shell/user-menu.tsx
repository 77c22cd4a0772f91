import { i18n } from '#platform/contract/i18n.ts'
import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { plainRole } from '#features/users/words/contract.ts'
import { cn } from '#platform/web/cn.ts'
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { OpensLater } from '#platform/web/ui/opens-later.tsx'
import { useViewer } from '#features/auth/web/session.tsx'

const OpenMenu = lazyPart(() => import('./user-menu-items.tsx'), 'UserMenuItems')

interface UserMenuProps {
  isNarrow?: boolean
  onNavigate?(): void
}

/** Shows the current user; the menu itself is loaded later. */
export function UserMenu({ isNarrow = false, onNavigate }: UserMenuProps) {
  return (
    <OpensLater
      what={i18n.t('The menu')}
      popup="menu"
      load={OpenMenu.load}
      renderButton={(closed) => <Who isNarrow={isNarrow} {...closed} />}
    >
      {(button) => (
        <OpenMenu side={isNarrow ? 'right' : 'top'} onNavigate={onNavigate}>
          {button}
        </OpenMenu>
      )}
    </OpensLater>
  )
}

function Who({ isNarrow, ...rest }: ComponentProps<'button'> & { isNarrow: boolean }) {
  const viewer = useViewer()
  const name = nameOf(viewer)
  const role = plainRole(viewer.role)
  const button = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 overflow-hidden rounded-control p-1 text-start hover:bg-hover focus-visible:-outline-offset-2 data-[state=open]:bg-hover"
      {...rest}
    >
      <PersonAvatar person={viewer} size={32} decorative className="size-8" />
      <span className={cn('min-w-0 flex-1', isNarrow && 'sr-only')}>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-meta font-normal text-muted">{role}</span>
      </span>
      {!isNarrow && <ChevronsUpDown aria-hidden className="text-subtle" />}
    </button>
  )
  if (!isNarrow) return button
  return (
    <Tooltip content={`${name}, ${role}`} side="end" isName>
      {button}
    </Tooltip>
  )
}
