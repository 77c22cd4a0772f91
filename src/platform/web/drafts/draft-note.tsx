import { Button } from '#platform/web/ui/button.tsx'

/** Says that this text is a draft from an earlier visit. */
export function DraftNote({ onDiscard }: { onDiscard(): void }) {
  return (
    <p className="no-print flex items-center gap-1 text-meta text-muted">
      <span role="status">Draft restored</span>
      <span aria-hidden>-</span>
      <Button variant="link" size="small" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  )
}
