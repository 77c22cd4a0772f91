import { i18n } from '#platform/contract/i18n.ts'
import { ServerCog } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'

export const mailSettings = {
  screens: [
    {
      paths: ['/email-settings', '/admin/email-settings'],
      title: () => i18n.t('Email Settings'),
      load: () => import('./email-settings-screen.tsx').then((part) => part.EmailSettings),
      nav: { place: 90, icon: ServerCog, key: 's', isFor: isAdministrator },
    },
  ],
} as const satisfies Feature<CurrentUser>
