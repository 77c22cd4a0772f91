import { lazy } from 'react'
import { loadPart } from '#platform/web/parts.ts'

// Not needed to read a list, so the first page of one does not wait for them.
const loadBulkBar = () => loadPart(() => import('./bulk-bar.tsx'))
const loadUpdates = () => loadPart(() => import('./updates.tsx'))
const loadHiddenFilters = () => loadPart(() => import('./hidden-filters.tsx'))

export const BulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }))
export const Updates = lazy(async () => ({ default: (await loadUpdates()).Updates }))
export const HiddenFilters = lazy(async () => ({ default: (await loadHiddenFilters()).HiddenFilters }))

/** Fetches what a list needs once the person does more than read. */
export const loadListParts = () => Promise.all([loadBulkBar(), loadHiddenFilters(), loadUpdates()])
