import { useEffect, useEffectEvent } from 'react'

/** Handles Escape before a surrounding dialog; `onEscape` may return false to pass it on. */
export function useEscape(active: boolean, onEscape: () => boolean | void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || onEscape() === false) return
    event.stopPropagation()
    event.preventDefault()
  })
  useEffect(() => {
    if (!active) return undefined
    // Dialogs listen on the document in the capture phase; only the window comes before.
    const listener = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [active])
}
