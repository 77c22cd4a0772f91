import { Link } from '@tanstack/react-router'
import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { forgetDrafts } from '#platform/web/drafts/forget-drafts.ts'
import {
  densities,
  setDensity,
  setTheme,
  themes,
  useDensity,
  useTheme,
  type Density,
  type Theme,
} from '#platform/web/theme.ts'
import { leave } from '../session/leave.ts'
import { showOverlay } from './overlay.ts'
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

const themeNames: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' }

const densityNames: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }

interface UserMenuItemsProps {
  side: 'top' | 'right'
  onNavigate?: (() => void) | undefined
  /** The button that opens it; it opens at once, for it loads when that was pressed. */
  children: ReactNode
}

/** Where the link opens in another tab, this one hears of it as all others do. */
function signOut({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (ctrlKey || metaKey || shiftKey) forgetDrafts()
  else leave()
}

export function UserMenuItems({ side, onNavigate, children }: UserMenuItemsProps) {
  const theme = useTheme()
  const density = useDensity()
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
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme}>
          {themes.map((each) => (
            <MenuRadioItem key={each} value={each} onSelect={() => setTheme(each)}>
              {themeNames[each]}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuLabel>Density</MenuLabel>
        <MenuRadioGroup value={density}>
          {densities.map((each) => (
            <MenuRadioItem key={each} value={each} onSelect={() => setDensity(each)}>
              {densityNames[each]}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem asChild className="gap-1">
          <Link to="/profile" onClick={onNavigate}>
            <UserRound aria-hidden />
            Profile Settings
          </Link>
        </MenuItem>
        <MenuItem icon={<Keyboard aria-hidden />} onSelect={() => showOverlay('shortcuts')}>
          Keyboard shortcuts
        </MenuItem>
        <MenuItem asChild className="gap-1">
          <a href="/api/logout" onClick={signOut}>
            <LogOut aria-hidden />
            Sign out
          </a>
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
