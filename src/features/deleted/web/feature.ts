import { i18n } from '#platform/contract/i18n.ts'
import { Trash2 } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onDeletedMessage } from './live.ts'

export const deleted = {
  screens: [
    {
      paths: ['/deleted'],
      title: () => i18n.t('Deleted'),
      load: () => import('./deleted-screen.tsx').then((part) => part.Deleted),
      nav: { group: 'system', place: 40, icon: Trash2, isFor: isDesk },
    },
  ],
  onMessage: onDeletedMessage,
} as const satisfies Feature<CurrentUser>
