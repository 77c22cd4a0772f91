import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useState } from 'react'
import { latinKey } from '#platform/web/actions/latin-key.ts'
import { awaitPerson, lazyPart } from '#platform/web/lazy-parts.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { captureEarlyKeys } from './commands/early-keys.ts'
import { openPalette } from './shell/open-palette.ts'
import { showOverlay, useOverlay } from './shell/overlay.ts'

export const Commands = lazyPart(() => import('./commands/commands.tsx'), 'Commands')

/** The browser's own Ctrl+K would take the focus out of the page. */
function openPaletteBy(event: KeyboardEvent): void {
  if (latinKey(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  openPalette.run()
}

/** Loads shortcuts, palette and their dialogs at the first interaction. Keys pressed earlier take effect then. */
export function LazyCommands() {
  const overlay = useOverlay()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const load = () =>
      void Commands.load().then(
        () => setLoaded(true),
        () => undefined,
      )
    const stopWaiting = awaitPerson('*', load)
    const stopKeeping = captureEarlyKeys((event) => {
      openPaletteBy(event)
      load()
    })
    return () => {
      stopWaiting()
      stopKeeping()
    }
  }, [])
  if (!isLoaded && !overlay) return null
  return (
    <PartBoundary what={i18n.t('This')} note="floating" onRetry={() => showOverlay(undefined)}>
      <Commands />
    </PartBoundary>
  )
}
