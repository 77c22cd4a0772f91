import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'

/** Suggests the words meant by a search that finds nothing; without it a person types again. */
export const DidYouMean = lazyExtra(() => import('#features/search/web/did-you-mean.tsx'), 'DidYouMean')
