import { useEffect, useRef } from 'react'

/** A reference for the button that gives its place to a form: when the form has gone, the focus is on the button again. */
export function useReturn<T extends HTMLElement>(isAway: boolean) {
  const button = useRef<T>(null)
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) button.current?.focus()
    wasAway.current = isAway
  }, [isAway])
  return button
}
