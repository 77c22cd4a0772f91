import { RefreshCw } from 'lucide-react'
import { showUpdates } from '#features/tickets/web/actions.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { Updates as HeldBack } from './use-stable-page.ts'

interface UpdatesProps {
  updates: HeldBack
  onShow(): void
}

/** Announces held-back updates, and shows them on request. */
export function Updates({ updates: { count, isNew }, onShow }: UpdatesProps) {
  useActions([{ ...showUpdates, run: onShow }])
  const words = isNew
    ? i18n.t('{count} new', { count })
    : i18n.t('{count, plural, one {# update} other {# updates}}', { count })
  return (
    // Without height, so that the list keeps its place.
    <div className="pointer-events-none sticky top-2 z-20 flex h-0 justify-center">
      <p role="status" className="sr-only">
        {words}
      </p>
      <Button
        size="small"
        variant="primary"
        aria-keyshortcuts="u"
        className="pointer-events-auto -translate-y-1/2 self-start rounded-full!"
        onClick={onShow}
      >
        <RefreshCw aria-hidden className="size-3!" />
        {i18n.t('{words} · Show', { words })}
      </Button>
    </div>
  )
}
