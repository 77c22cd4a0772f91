import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

interface FactsProps {
  /** Short values: two columns on a phone, too. */
  areShort?: boolean
  children: ReactNode
}

export const Facts = ({ areShort = false, children }: FactsProps) => (
  <dl className={cn('grid gap-x-6 gap-y-4', areShort ? 'grid-cols-2' : 'sm:grid-cols-2')}>{children}</dl>
)

interface FactProps {
  term: string
  isWide?: boolean
  /** An empty value is shown as a dash. */
  children: ReactNode
}

export const Fact = ({ term, isWide = false, children }: FactProps) => (
  <div className={isWide ? 'col-span-full' : undefined}>
    <dt className="text-meta text-subtle">{term}</dt>
    <dd className="wrap-anywhere [&_a]:text-link [&_a:hover]:underline">{children || '–'}</dd>
  </div>
)
