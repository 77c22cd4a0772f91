import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'

export const DidYouMean = lazyExtra(() => import('#features/search/web/did-you-mean.tsx'), 'DidYouMean')
