import { lazyPart } from '#platform/web/lazy-parts.ts'
import { SeveralValues } from '../filters/lazy-several-values.ts'

// Loaded lazily: the first page does not need them.
export const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'BulkBar')
export const Updates = lazyPart(() => import('./updates.tsx'), 'Updates')
export const NoMatch = lazyPart(() => import('./no-match.tsx'), 'NoMatch')
export const HiddenFilters = lazyPart(() => import('../filters/hidden-filters.tsx'), 'HiddenFilters')

export const loadListParts = () =>
  Promise.all([BulkBar, HiddenFilters, NoMatch, SeveralValues, Updates].map(({ load }) => load()))
