import { useId, type ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'

interface PanelProps {
  title: string
  action?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, action, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cn('card flex min-w-0 flex-col gap-4 p-4', className)}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {action && <div className="-my-1.5">{action}</div>}
      </header>
      {children}
    </section>
  )
}
