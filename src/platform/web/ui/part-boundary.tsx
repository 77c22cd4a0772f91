import { Suspense, type ComponentProps, type FunctionComponent, type ReactNode } from 'react'
import { drawnOnceLoaded, loadPageAgain, type Part } from '../lazy-parts.ts'
import { ErrorBoundary } from './error-boundary.tsx'

type PartBoundaryProps = ComponentProps<typeof ErrorBoundary> & {
  fallback?: ReactNode
}

/** Wraps a lazily loaded part. A retry reloads the page, after `onRetry`. */
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

/** Creates an optional part: nothing is shown until it loads, or if it fails. `load` prefetches it. */
export function lazyExtra<Name extends string, Props extends object>(
  load: () => Promise<Part<Name, Props>>,
  name: Name,
) {
  const Extra = drawnOnceLoaded<Props>(async () => (await load())[name], nothing)
  const component: FunctionComponent<Props> = (props) => (
    <Suspense>
      <Extra {...props} />
    </Suspense>
  )
  return Object.assign(component, { load: Extra.load })
}
