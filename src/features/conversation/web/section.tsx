import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'

interface SectionProps extends ComponentProps<'section'> {
  title: string
  /** The tab above shows the same words, so the title is for screen readers and print only. */
  isTold?: boolean
  /** Content beside the title, or in its place when `isDelivered`. */
  side?: ReactNode
}

/** Positioned elements are printed last, so print makes it static. */
export function Section({ title, isTold = false, side, children, ...rest }: SectionProps) {
  return (
    <section className="relative print:static" {...rest}>
      <h3 className={cn('text-section', isTold ? 'sr-only print:not-sr-only' : 'mb-2')}>{title}</h3>
      {side && <div className={cn('mb-2', !isTold && 'absolute end-0 -top-1.5')}>{side}</div>}
      {children}
    </section>
  )
}
