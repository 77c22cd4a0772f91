import { i18n } from '#platform/contract/i18n.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'

export const LoadingPeople = () => (
  <p className="flex items-center gap-2 px-3 pt-1 pb-3 text-muted">
    <Spinner /> {i18n.t('Loading people...')}
  </p>
)
