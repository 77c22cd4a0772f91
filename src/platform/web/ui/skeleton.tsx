import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

/** One grey shape; size it with `className`. Belongs inside Loading. */
export function Skeleton({ className, ...rest }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('skeleton h-4', className)} {...rest} />
}

interface LoadingProps {
  /** Sentence such as "Loading users..."; announced, not drawn. */
  label: string
  className?: string
  children: ReactNode
}

/** Holds skeletons. Nothing is drawn for the first 150 ms. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <output aria-busy className={cn('after-150ms block', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </output>
  )
}

const widths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-7/10', 'w-1/2']

/** Reserves the rows of the list, so that nothing moves when it loads. */
export function LoadingRows({ label, rows, className }: { label: string; rows: number; className?: string }) {
  return (
    <Loading label={label} className={cn('card', className)}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-row items-center gap-4 border-b border-border px-3 last:border-b-0">
          <Skeleton className="w-16 flex-none" />
          <div className="flex-1">
            <Skeleton className={widths[row % widths.length]} />
          </div>
          <Skeleton className="hidden w-20 flex-none sm:block" />
        </div>
      ))}
    </Loading>
  )
}
