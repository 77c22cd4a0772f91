import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'

export function DraftNote({ onDiscard }: { onDiscard(): void }) {
  return (
    <p className="no-print flex items-center gap-1 text-meta text-muted">
      <span role="status">{i18n.t('Draft restored')}</span>
      <span aria-hidden>-</span>
      <Button variant="link" size="small" onClick={onDiscard}>
        {i18n.t('Discard')}
      </Button>
    </p>
  )
}
