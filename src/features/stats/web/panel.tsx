import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'

interface PanelProps {
  title: string
  hint?: string
  action?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, hint, action, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cn('card flex min-w-0 flex-col gap-3 p-4', className)}>
      <header className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {hint && <p className="text-meta font-normal text-muted max-sm:hidden">{hint}</p>}
        {action && <div className="no-print ms-auto">{action}</div>}
      </header>
      {children}
    </section>
  )
}

interface LoadedProps<T> {
  query: UseQueryResult<T>
  failed: string
  loading: ReactNode
  children(data: T): ReactNode
}

/** Keeps loaded data through a failed refresh, with a note. */
export function Loaded<T>({ query, failed, loading, children }: LoadedProps<T>) {
  const hasFailed = query.isError || (query.data === undefined && query.errorUpdateCount > 0)
  return (
    <>
      {hasFailed && (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching}>
          {failed}
        </ErrorNote>
      )}
      {query.data !== undefined && children(query.data)}
      {query.isPending && !hasFailed && loading}
    </>
  )
}
