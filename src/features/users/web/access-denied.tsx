import { i18n } from '#platform/contract/i18n.ts'
import { Lock } from 'lucide-react'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'

/** @param hint names the required role */
export const AccessDenied = ({ hint }: { hint: string }) => (
  <div className="grid min-h-[60dvh] place-items-center">
    <EmptyState icon={<Lock aria-hidden />} title={<h1>{i18n.t('Access Denied')}</h1>} hint={hint} />
  </div>
)

export const adminsOnly = () => i18n.t('You need admin privileges to access this page.')
