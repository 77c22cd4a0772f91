import { i18n } from '#platform/contract/i18n.ts'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { cn } from '../cn.ts'
import { Button } from './button.tsx'

interface ErrorNoteProps {
  /** What could not be done, as a sentence. */
  children: string
  onRetry?: () => void
  /** A retry is under way. */
  busy?: boolean
  className?: string
}

/** A failure, told where it happened. */
export function ErrorNote({ children, onRetry, busy, className }: ErrorNoteProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-red-bg px-3 py-2 text-red-fg',
        className,
      )}
    >
      <TriangleAlert aria-hidden />
      <p className="min-w-0 flex-1">{children}</p>
      {onRetry && (
        <Button size="small" onClick={onRetry} busy={busy}>
          <RotateCw aria-hidden className="size-3.5!" />
          {i18n.t('Retry')}
        </Button>
      )}
    </div>
  )
}
