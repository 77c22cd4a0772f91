import { lazyPart } from '#platform/web/lazy-parts.ts'

export const SeveralValues = lazyPart(() => import('./several-values.tsx'), 'SeveralValues')
