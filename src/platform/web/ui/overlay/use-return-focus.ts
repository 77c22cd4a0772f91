import { useRef } from 'react'
import { rememberFocus } from './return-focus.ts'

/** Handlers that return the focus from a dialog without a trigger; the primitive only returns it to its trigger. */
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
