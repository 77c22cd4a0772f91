import { lazy, Suspense, useEffect, useState } from 'react'
import { loadPageAgain, loadPart } from '#platform/web/parts.ts'
import { ErrorBoundary } from '#platform/web/ui/error-boundary.tsx'
import { showOverlay, useOverlay } from './overlay.ts'

const loadCommands = () => loadPart(() => import('./commands/commands.tsx'))
const Commands = lazy(async () => ({ default: (await loadCommands()).Commands }))

const quietForMs = 800

/** Shortcuts, palette and what they open: loaded once the screen has settled, or when somebody reaches for them. */
export function LazyCommands() {
  const overlay = useOverlay()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const load = () =>
      void loadCommands().then(
        () => setLoaded(true),
        () => undefined,
      )
    const timer = setTimeout(load, quietForMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLoaded && !overlay) return null
  function retry() {
    showOverlay(undefined)
    loadPageAgain()
  }
  return (
    <ErrorBoundary what="This" note="floating" onRetry={retry}>
      <Suspense>
        <Commands />
      </Suspense>
    </ErrorBoundary>
  )
}
