import { i18n } from '#platform/contract/i18n.ts'
import { Menu as MenuIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { useViewer } from '#features/auth/web/session.tsx'
import { canCreateForOthers } from '#features/tickets/policy.ts'
import { LiveSign } from '../live-sign.tsx'
import { showOverlay } from './overlay.ts'
import { SearchIconButton } from './search-button.tsx'
import { lazyPart, usePartSoon } from '#platform/web/lazy-parts.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'

const NavigationSheet = lazyPart(() => import('./navigation-sheet.tsx'), 'NavigationSheet')

interface TopBarProps {
  /** Title of the screen. Its own heading tells it to screen readers. */
  title: string
  inert: boolean
}

export function TopBar({ title, inert }: TopBarProps) {
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  usePartSoon(NavigationSheet.load, '.top-bar')

  function close() {
    setWanted(false)
    setOpen(false)
  }

  return (
    <header
      inert={inert}
      className="top-bar no-print sticky top-0 z-20 flex h-[calc(48px+env(safe-area-inset-top))] items-center gap-2 border-b border-border bg-sidebar ps-[max(8px,env(safe-area-inset-left))] pe-[max(8px,env(safe-area-inset-right))] pt-[env(safe-area-inset-top)] md:hidden"
    >
      <IconButton
        label={i18n.t('Open menu')}
        tooltipSide="bottom"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <MenuIcon aria-hidden className="size-5!" />
      </IconButton>
      <p aria-hidden className="min-w-0 flex-1 truncate text-[15px]/5 font-semibold tracking-[-0.01em]">
        {title}
      </p>
      <LiveSign isInBar />
      <SearchIconButton tooltipSide="bottom" />
      {canCreateForOthers(viewer) && (
        <IconButton
          label={i18n.t('Create Ticket')}
          tooltipSide="bottom"
          variant="primary"
          className="rounded-full! bg-clip-padding! pointer-coarse:border-4! pointer-coarse:border-transparent!"
          aria-haspopup="dialog"
          onClick={() => showOverlay('new-ticket')}
        >
          <Plus aria-hidden className="size-5!" />
        </IconButton>
      )}
      {isWanted && (
        <PartBoundary what={i18n.t('The menu')} note="floating" onRetry={close}>
          <NavigationSheet isOpen={isOpen} onOpenChange={setOpen} />
        </PartBoundary>
      )}
    </header>
  )
}
