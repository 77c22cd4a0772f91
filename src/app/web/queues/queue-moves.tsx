import { i18n } from '#platform/contract/i18n.ts'
import type { ReactElement } from 'react'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#platform/web/ui/overlay/menu.tsx'

export interface QueueMove {
  isFirst: boolean
  isLast: boolean
  onMove(by: -1 | 1): void
}

export const QueueMoves = ({ isFirst, isLast, onMove, children }: QueueMove & { children: ReactElement }) => (
  <Menu defaultOpen>
    <MenuTrigger asChild>{children}</MenuTrigger>
    <MenuContent onCloseAutoFocus={(event) => event.preventDefault()}>
      <MenuItem disabled={isFirst} onSelect={() => onMove(-1)}>
        {i18n.t('Move up')}
      </MenuItem>
      <MenuItem disabled={isLast} onSelect={() => onMove(1)}>
        {i18n.t('Move down')}
      </MenuItem>
    </MenuContent>
  </Menu>
)
