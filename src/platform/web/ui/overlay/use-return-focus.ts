import { useRef } from 'react'
import { isFocusLost } from './return-focus.ts'

/**
 * Handlers for a dialog's content. The primitive gives the focus back to the button it calls a trigger and to nothing else; with these a
 * dialog that was opened in any other way gives it back to what had it.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      if (!(opener.current instanceof HTMLElement) || opener.current === document.body) return
      event.preventDefault()
      if (!isFocusLost()) return
      opener.current.focus({ preventScroll: true })
    },
  }
}
