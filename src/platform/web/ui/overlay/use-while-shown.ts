import { useEffect, useRef } from 'react'

/**
 * The same function while this component is on the screen, and nothing after that: the late answer to a dialog that was closed meanwhile
 * must not close the next one.
 */
export function useWhileShown<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (...args) => {
    if (isShown.current) act(...args)
  }
}
