import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { loadPageAgain } from '../parts.ts'
import { ErrorBoundary } from './error-boundary.tsx'

type PartBoundaryProps = ComponentProps<typeof ErrorBoundary> & {
  /** What stands in the place of the part until it has been loaded. */
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
