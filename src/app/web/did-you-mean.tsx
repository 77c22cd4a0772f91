import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'

/** Suggests corrections for a search without results. */
export const DidYouMean = lazyExtra(() => import('#features/search/web/did-you-mean.tsx'), 'DidYouMean')
