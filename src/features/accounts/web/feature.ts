import { i18n } from '#platform/contract/i18n.ts'
import { UsersRound } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onAccountMessage } from './live.ts'

export const accounts = {
  screens: [
    {
      paths: ['/users'],
      get title() {
        return i18n.t('User Management')
      },
      load: () => import('./users-screen.tsx').then((part) => part.Users),
      nav: { place: 50, icon: UsersRound, key: 'u', isFor: isAdministrator },
    },
  ],
  onMessage: onAccountMessage,
} as const satisfies Feature<CurrentUser>
