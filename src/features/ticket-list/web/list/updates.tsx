import { RefreshCw } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'

interface UpdatesProps {
  count: number
  onShow(): void
}

/** Announces held-back updates, and shows them on request. */
export function Updates({ count, onShow }: UpdatesProps) {
  return (
    // Without height, so that the list keeps its place.
    <div className="pointer-events-none sticky top-2 z-20 flex h-0 justify-center">
      <p role="status" className="sr-only">
        {i18n.t('{count, plural, one {# update} other {# updates}}', { count })}
      </p>
      <Button
        size="small"
        variant="primary"
        className="pointer-events-auto -translate-y-1/2 self-start rounded-full!"
        onClick={onShow}
      >
        <RefreshCw aria-hidden className="size-3!" />
        {i18n.t('{count, plural, one {# update} other {# updates}} – Show', { count })}
      </Button>
    </div>
  )
}
