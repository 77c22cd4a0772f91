import { i18n } from '#platform/contract/i18n.ts'
import { CalendarClock } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onRetentionMessage } from './live.ts'

export const retention = {
  screens: [
    {
      paths: ['/retention'],
      title: () => i18n.t('Retention'),
      load: () => import('./retention-screen.tsx').then((part) => part.RetentionScreen),
      nav: { group: 'system', place: 60, icon: CalendarClock, isFor: isAdministrator },
    },
  ],
  onMessage: onRetentionMessage,
} as const satisfies Feature<CurrentUser>
