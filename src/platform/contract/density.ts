export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]
