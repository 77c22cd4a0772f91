import { i18n } from '#platform/contract/i18n.ts'
import { FileInput } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onImportMessage } from './live.ts'

export const imports = {
  screens: [
    {
      paths: ['/import'],
      title: () => i18n.t('Import'),
      load: () => import('./import-screen.tsx').then((part) => part.ImportScreen),
      nav: { group: 'system', place: 50, icon: FileInput, isFor: isAdministrator },
    },
  ],
  onMessage: onImportMessage,
} as const satisfies Feature<CurrentUser>
