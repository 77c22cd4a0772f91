import { useCallback, useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** How much room a list has: `wide` for every column, `folded` for fewer with more in each, `narrow` for a phone. */
export type Room = 'wide' | 'folded' | 'narrow'

export function useRoom(): Room {
  const isNarrow = useMedia('(width < 48rem)')
  const isFolded = useMedia('(width < 80rem)')
  if (isNarrow) return 'narrow'
  return isFolded ? 'folded' : 'wide'
}
