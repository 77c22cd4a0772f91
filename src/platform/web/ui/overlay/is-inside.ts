import type { SyntheticEvent } from 'react'

/** False for an event of a dialog that was opened from the element: React bubbles by its own tree. */
export const isInside = ({ currentTarget, target }: SyntheticEvent): boolean =>
  target instanceof Node && currentTarget.contains(target)
