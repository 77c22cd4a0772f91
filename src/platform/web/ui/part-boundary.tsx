import { lazy, Suspense, type ComponentProps, type FunctionComponent, type ReactNode } from 'react'
import { loadPageAgain, type Part } from '../lazy-parts.ts'
import { ErrorBoundary } from './error-boundary.tsx'

type PartBoundaryProps = ComponentProps<typeof ErrorBoundary> & {
  /** Element in the place of the part until it has been loaded. */
  fallback?: ReactNode
}

/** Around a part that is loaded on demand. Trying again means loading the page again, after `onRetry`. */
export function PartBoundary({ fallback, onRetry, children, ...rest }: PartBoundaryProps) {
  function retry() {
    onRetry?.()
    loadPageAgain()
  }
  return (
    <ErrorBoundary {...rest} onRetry={retry}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

const nothing = () => null

/** A part that the rest can do without: nothing stands in its place until it arrives, and where it does not. */
export function lazyExtra<Name extends string, Props extends object>(
  load: () => Promise<Part<Name, Props>>,
  name: Name,
): FunctionComponent<Props> {
  const Extra = lazy<FunctionComponent<Props>>(async () => ({
    default: (await load().catch(() => undefined))?.[name] ?? nothing,
  }))
  return (props) => (
    <Suspense>
      <Extra {...props} />
    </Suspense>
  )
}
