import { i18n } from '#platform/contract/i18n.ts'
import { Activity } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'

export const system = {
  screens: [
    {
      paths: ['/system'],
      title: () => i18n.t('System'),
      load: () => import('./system-screen.tsx').then((part) => part.SystemScreen),
      nav: { group: 'system', place: 10, icon: Activity, isFor: isAdministrator },
    },
  ],
} as const satisfies Feature<CurrentUser>
