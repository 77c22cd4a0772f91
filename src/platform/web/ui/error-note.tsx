import { i18n } from '#platform/contract/i18n.ts'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { cn } from '../cn.ts'
import { quoteOf } from '../server-fault.ts'
import { Button } from './button.tsx'

interface ErrorNoteProps {
  children: string
  error?: unknown
  onRetry?: () => void
  busy?: boolean
  className?: string
}

export function ErrorNote({ children, error, onRetry, busy, className }: ErrorNoteProps) {
  const quote = quoteOf(error)
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-red-bg px-3 py-2 text-red-fg',
        className,
      )}
    >
      <TriangleAlert aria-hidden />
      <div className="min-w-0 flex-1">
        <p>{children}</p>
        {quote && <p className="text-[12px]/4">{quote}</p>}
      </div>
      {onRetry && (
        <Button size="small" onClick={onRetry} busy={busy}>
          <RotateCw aria-hidden className="size-3.5!" />
          {i18n.t('Retry')}
        </Button>
      )}
    </div>
  )
}
