import type { ReactNode } from 'react'

/** Terms with their values, side by side where there is room. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">{children}</dl>
)

interface FactProps {
  term: string
  /** Takes the whole width. */
  isWide?: boolean
  /** Nothing known is shown as a dash. */
  children: ReactNode
}

export const Fact = ({ term, isWide = false, children }: FactProps) => (
  <div className={isWide ? 'sm:col-span-2' : undefined}>
    <dt className="text-meta text-subtle">{term}</dt>
    <dd className="wrap-anywhere [&_a]:text-link [&_a:hover]:underline">{children || '–'}</dd>
  </div>
)
