import { i18n } from '#platform/contract/i18n.ts'
import { WifiOff } from 'lucide-react'
import { useOnline } from '../hooks/use-online.ts'

/** Repeats the offline notice in a dialog, which covers that of the page. */
export function OfflineRow() {
  if (useOnline()) return null
  return (
    <p
      role="status"
      className="no-print flex flex-none items-center gap-2.5 bg-gray-bg px-5 py-1.5 max-sm:px-4"
    >
      <WifiOff aria-hidden />
      {i18n.t('You are offline. Your text is kept.')}
    </p>
  )
}
