import { useCallback, useSyncExternalStore } from 'react'

const known = new Map<string, boolean>()

/** Printing keeps the layout of the screen: else mounted parts would change for the reader. */
function answerOf(query: string): boolean {
  const answer = matchMedia('print').matches ? known.get(query) : undefined
  const current = answer ?? matchMedia(query).matches
  known.set(query, current)
  return current
}

/** True when a media query matches, such as `(width >= 52rem)`. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => answerOf(query))
}
