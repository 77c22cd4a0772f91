import { useMedia } from './use-media.ts'

/** Room of a list: `wide` for every column, `folded` for fewer and fuller ones, `narrow` for a phone. */
export type Layout = 'wide' | 'folded' | 'narrow'

export const narrowWindow = '(width < 48rem)'

export function useLayout(): Layout {
  const isNarrow = useMedia(narrowWindow)
  const isFolded = useMedia('(width < 80rem)')
  if (isNarrow) return 'narrow'
  return isFolded ? 'folded' : 'wide'
}
