import { useMedia } from './use-media.ts'

/** How much room a list has: `wide` for every column, `folded` for fewer with more in each, `filterSql` for a phone. */
export type Layout = 'wide' | 'folded' | 'narrow'

/** The window of a phone, as a media query. */
export const narrowWindow = '(width < 48rem)'

export function useLayout(): Layout {
  const isNarrow = useMedia(narrowWindow)
  const isFolded = useMedia('(width < 80rem)')
  if (isNarrow) return 'narrow'
  return isFolded ? 'folded' : 'wide'
}
