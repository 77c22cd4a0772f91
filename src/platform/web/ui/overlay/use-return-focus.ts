import { useRef } from 'react'
import { rememberFocus } from './return-focus.ts'

/**
 * Handlers for a dialog's content. The primitive gives the focus back to the button it calls a trigger and to nothing else; with these a
 * dialog that was opened in any other way gives it back to what had it.
 */
export function useReturnFocus() {
  const back = useRef<() => void>(undefined)
  return {
    onOpenAutoFocus() {
      back.current = document.activeElement === document.body ? undefined : rememberFocus()
    },
    onCloseAutoFocus(event: Event) {
      if (!back.current) return
      event.preventDefault()
      back.current()
    },
  }
}
