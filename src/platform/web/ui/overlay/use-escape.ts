import { useEffect, useEffectEvent } from 'react'

/**
 * Takes the Escape key while `active`, before a dialog around it hears of it.
 * `onEscape` may return false to let the key pass on.
 */
export function useEscape(active: boolean, onEscape: () => boolean | void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || onEscape() === false) return
    event.stopPropagation()
    event.preventDefault()
  })
  useEffect(() => {
    if (!active) return undefined
    // Dialogs listen on the document while capturing; only the window comes before.
    const listener = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [active])
}
