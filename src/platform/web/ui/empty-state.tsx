import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  hint?: ReactNode
  action?: ReactNode
  className?: string
}

export function EmptyState({ icon, title, hint, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-1 px-4 py-12 text-center', className)}>
      {icon && (
        <span className="mb-2 grid size-10 place-items-center rounded-full bg-sunken text-muted [&>svg]:size-5!">
          {icon}
        </span>
      )}
      <p className="text-section text-balance">{title}</p>
      {hint && <p className="max-w-[44ch] text-balance text-muted">{hint}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
