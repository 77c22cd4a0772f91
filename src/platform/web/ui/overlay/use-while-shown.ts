import { useEffect, useRef } from 'react'

/** Ignores calls after unmounting: a late answer to a closed dialog must not close the next one. */
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
