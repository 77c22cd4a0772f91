import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'

interface SectionProps extends ComponentProps<'section'> {
  title: string
  /** The tab above shows the same words, so the title is for screen readers and print only. */
  isTold?: boolean
  /** Beside the title, or in its place where it is told already. */
  side?: ReactNode
}

/** A part of a ticket under its title. What is positioned is printed after all else, and read so. */
export function Section({ title, isTold = false, side, children, ...rest }: SectionProps) {
  return (
    <section className="relative print:static" {...rest}>
      <h3 className={cn('text-section', isTold ? 'sr-only print:not-sr-only' : 'mb-2')}>{title}</h3>
      {side && <div className={cn('mb-2', !isTold && 'absolute end-0 -top-1.5')}>{side}</div>}
      {children}
    </section>
  )
}
