import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'

interface DraftNoteProps {
  /** Name of the person who handed it over. */
  from?: string | undefined
  onDiscard(): void
}

export function DraftNote({ from, onDiscard }: DraftNoteProps) {
  return (
    <p className="no-print flex items-center gap-1 text-meta text-muted">
      <span role="status">
        {from ? i18n.t('Draft from {name}', { name: from }) : i18n.t('Draft restored')}
      </span>
      <span aria-hidden>-</span>
      <Button variant="link" size="small" onClick={onDiscard}>
        {i18n.t('Discard')}
      </Button>
    </p>
  )
}
