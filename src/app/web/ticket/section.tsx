import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'

interface SectionProps extends ComponentProps<'section'> {
  title: string
  /** The tab above shows the same words, so the title is for screen readers and print only. */
  isTold?: boolean
  /** Beside the title. */
  side?: ReactNode
}

/** A part of a ticket under its title. */
export function Section({ title, isTold = false, side, children, ...rest }: SectionProps) {
  return (
    <section {...rest}>
      <div className={cn('flex flex-wrap items-center justify-between gap-2', (side || !isTold) && 'mb-2')}>
        <h3 className={cn('text-section', isTold && 'sr-only print:not-sr-only')}>{title}</h3>
        {side}
      </div>
      {children}
    </section>
  )
}
