import { useEffect, useRef } from 'react'

/** Ref of a button that a form replaces; restores the focus when the form closes. */
export function useReturn<T extends HTMLElement>(isAway: boolean) {
  const button = useRef<T>(null)
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) button.current?.focus()
    wasAway.current = isAway
  }, [isAway])
  return button
}
