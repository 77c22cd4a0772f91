import { i18n } from '#platform/contract/i18n.ts'
import { ScrollText } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onAuditMessage } from './live.ts'

export const audit = {
  screens: [
    {
      paths: ['/audit'],
      title: () => i18n.t('Audit Log'),
      load: () => import('./audit-screen.tsx').then((part) => part.Audit),
      nav: { group: 'system', place: 30, icon: ScrollText, isFor: isAdministrator },
    },
  ],
  onMessage: onAuditMessage,
} as const satisfies Feature<CurrentUser>
