/** Spacing of the rows of lists. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]
