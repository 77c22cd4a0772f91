import { i18n } from '#platform/contract/i18n.ts'
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { forgetDrafts } from '#platform/web/drafts/forget-drafts.ts'
import { leave } from '../session/leave.ts'
import { useChooseDensity } from '#features/settings/web/density.ts'
import { setTheme, useDensity, useTheme } from '#platform/web/theme.ts'
import { density, showShortcuts, signOut, signOutPath, theme, type Look } from './menu-actions.ts'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '#platform/web/ui/overlay/menu.tsx'

interface UserMenuItemsProps {
  side: 'top' | 'right'
  onNavigate?: (() => void) | undefined
  /** Button of the menu, which opens at once because pressing it loaded the menu. */
  children: ReactNode
}

/** When the link opens in another tab, this one is signed out like all others. */
function prepareSignOut({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (ctrlKey || metaKey || shiftKey) forgetDrafts()
  else leave()
}

export function UserMenuItems({ side, onNavigate, children }: UserMenuItemsProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Menu open={isOpen} onOpenChange={setOpen}>
      <MenuTrigger asChild>{children}</MenuTrigger>
      <MenuContent
        side={side}
        align={side === 'right' ? 'end' : 'start'}
        sideOffset={side === 'right' ? 14 : 6}
        className="w-54"
      >
        <LookItems of={theme} value={useTheme()} onChoose={setTheme} />
        <LookItems of={density} value={useDensity()} onChoose={useChooseDensity()} />
        <MenuSeparator />
        <MenuItem asChild className="gap-1">
          <Link to="/profile" onClick={onNavigate}>
            <UserRound aria-hidden />
            {i18n.t('Profile Settings')}
          </Link>
        </MenuItem>
        <MenuItem icon={<showShortcuts.icon aria-hidden />} onSelect={showShortcuts.run}>
          {showShortcuts.label}
        </MenuItem>
        <MenuItem asChild className="gap-1">
          <a href={signOutPath} onClick={prepareSignOut}>
            <signOut.icon aria-hidden />
            {signOut.label}
          </a>
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

interface LookItemsProps<T extends string> {
  of: Look<T>
  value: T
  onChoose(next: T): void
}

function LookItems<T extends string>({ of: { label, values, names }, value, onChoose }: LookItemsProps<T>) {
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <MenuRadioGroup value={value}>
        {values.map((each) => (
          <MenuRadioItem key={each} value={each} onSelect={() => onChoose(each)}>
            {names[each]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  )
}
