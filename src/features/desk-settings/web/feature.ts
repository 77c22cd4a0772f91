import { SlidersHorizontal } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onDeskSettingsMessage } from './live.ts'

export const deskSettings = {
  screens: [
    {
      paths: ['/desk-settings'],
      title: () => i18n.t('Desk Settings'),
      load: () => import('./desk-settings-screen.tsx').then((part) => part.DeskSettingsScreen),
      nav: { group: 'system', place: 20, icon: SlidersHorizontal, isFor: isAdministrator },
    },
  ],
  onMessage: onDeskSettingsMessage,
} as const satisfies Feature<CurrentUser>
