import { i18n } from '#platform/contract/i18n.ts'
import { PanelLeft } from 'lucide-react'
import { useActions } from '#platform/web/actions/actions.ts'
import { cn } from '#platform/web/cn.ts'
import { shownKeys } from '#platform/web/modifier-key.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { SearchButton, SearchIconButton } from './search-button.tsx'
import { toggleSidebar, useSidebar } from './sidebar-state.ts'
import { UserMenu } from './user-menu.tsx'

export function Sidebar({ inert }: { inert: boolean }) {
  const { isCollapsed, toggle } = useSidebar()
  const label = isCollapsed ? i18n.t('Expand sidebar') : i18n.t('Collapse sidebar')
  useActions([{ ...toggleSidebar, run: toggle }])
  return (
    <header
      inert={inert}
      data-collapsed={isCollapsed || undefined}
      className={cn(
        'sidebar no-print sticky top-0 z-20 hidden h-dvh flex-none flex-col border-e border-border bg-sidebar md:flex',
        isCollapsed ? 'w-14' : 'w-58',
      )}
    >
      <div className={cn('flex flex-none gap-1 px-3 pt-3 pb-2', isCollapsed && 'flex-col items-center')}>
        <div className="flex h-control min-w-0 flex-1 items-center ps-1">
          <Logo size={24} withName={!isCollapsed} className={cn(isCollapsed && '-ms-1')} />
        </div>
        <IconButton
          label={label}
          shortcut={shownKeys(toggleSidebar.keys)}
          tooltipSide="end"
          aria-expanded={!isCollapsed}
          className="bg-transparent!"
          onClick={toggle}
        >
          <PanelLeft aria-hidden />
        </IconButton>
      </div>
      <div className={cn('flex-none px-2 pb-2', isCollapsed && 'px-3')}>
        {isCollapsed ? <SearchIconButton tooltipSide="end" className="bg-transparent!" /> : <SearchButton />}
      </div>
      <Navigation isNarrow={isCollapsed} />
      <div className="flex-none border-t border-border p-2">
        <UserMenu isNarrow={isCollapsed} />
      </div>
    </header>
  )
}
