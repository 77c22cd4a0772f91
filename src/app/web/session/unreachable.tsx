import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Button } from '#platform/web/ui/button.tsx'

export interface Failure {
  isRetrying: boolean
  onRetry(): void
}

/** Shown when the server could not name the current user. */
export function Unreachable({ isRetrying, onRetry, className }: Failure & { className?: string }) {
  return (
    <div
      role="status"
      className={cn('flex items-center gap-3 rounded-control bg-amber-bg px-3 py-2 text-amber-fg', className)}
    >
      <p className="min-w-0 flex-1">{i18n.t('The server cannot be reached.')}</p>
      <Button size="small" busy={isRetrying} onClick={onRetry}>
        {i18n.t('Retry')}
      </Button>
    </div>
  )
}
