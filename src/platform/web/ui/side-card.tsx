import { useId, type ReactNode, type Ref } from 'react'
import { cn } from '#platform/web/cn.ts'

interface SideCardProps {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  className?: string
  children: ReactNode
}

export function SideCard({ title, headingRef, className, children }: SideCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cn('card p-4', className)}>
      <h3 id={id} ref={headingRef} tabIndex={-1} className="mb-3 scroll-mt-4 text-section">
        {title}
      </h3>
      {children}
    </section>
  )
}
