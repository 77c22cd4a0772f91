import { i18n } from '#platform/contract/i18n.ts'
import { Mails } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onPreferenceMessage } from './live.ts'

export const notifications = {
  screens: [
    {
      paths: ['/email-management'],
      title: () => i18n.t('Email Management'),
      load: () => import('./email-management-screen.tsx').then((part) => part.EmailManagement),
      nav: { group: 'manage', place: 40, icon: Mails, key: 'e', isFor: isAdministrator },
    },
  ],
  onMessage: onPreferenceMessage,
} as const satisfies Feature<CurrentUser>
