import { lazy, Suspense, useEffect, useState } from 'react'
import { loadPageAgain, loadPart } from '#platform/web/parts.ts'
import { ErrorBoundary } from '#platform/web/ui/error-boundary.tsx'
import { keepEarlyKeys } from './commands/early-keys.ts'
import { showOverlay, useOverlay } from './overlay.ts'

const loadCommands = () => loadPart(() => import('./commands/commands.tsx'))
const Commands = lazy(async () => ({ default: (await loadCommands()).Commands }))

const quietForMs = 800

/** The browser's own answer to it would take the focus out of the page. */
function openPalette(event: KeyboardEvent): void {
  if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  showOverlay('palette')
}

/**
 * Shortcuts, palette and what they open: loaded once the screen has settled, or when somebody reaches for them. A key that is
 * pressed before does what it does as soon as they are there.
 */
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
    const stopKeeping = keepEarlyKeys((event) => {
      openPalette(event)
      load()
    })
    return () => {
      clearTimeout(timer)
      stopKeeping()
    }
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
