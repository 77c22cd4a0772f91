import { ScrollText } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onAuditMessage } from './live.ts'

export const audit = {
  screens: [
    {
      paths: ['/audit'],
      title: 'Audit Log',
      load: () => import('./audit-screen.tsx').then((part) => part.Audit),
      nav: { place: 100, icon: ScrollText, isFor: isAdministrator },
    },
  ],
  onMessage: onAuditMessage,
} as const satisfies Feature<CurrentUser>
