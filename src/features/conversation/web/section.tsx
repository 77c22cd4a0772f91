import type { ComponentProps, ReactNode } from 'react'

interface SectionProps extends ComponentProps<'section'> {
  title: string
  /** Content beside the title, or below it in a narrow window. */
  side?: ReactNode
}

/** Positioned elements are printed last, so print makes it static. */
export function Section({ title, side, children, ...rest }: SectionProps) {
  return (
    <section className="relative print:static" {...rest}>
      <h3 className="mb-2 text-section">{title}</h3>
      {side && <div className="mb-2 sm:absolute sm:end-0 sm:-top-1.5">{side}</div>}
      {children}
    </section>
  )
}
