import { lazyPart } from '#platform/web/lazy-parts.ts'
import { SeveralValues } from '../filters/lazy-several-values.ts'

// Not needed to read a list, so the first page of one does not wait for them.
export const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'BulkBar')
export const Updates = lazyPart(() => import('./updates.tsx'), 'Updates')
export const HiddenFilters = lazyPart(() => import('../filters/hidden-filters.tsx'), 'HiddenFilters')

/** Fetches what a list needs once the person does more than read. */
export const loadListParts = () =>
  Promise.all([BulkBar.load(), HiddenFilters.load(), SeveralValues.load(), Updates.load()])
