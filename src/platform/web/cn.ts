import { clsx } from 'clsx'

/**
 * Joins class names. No merging is needed: the kit's own styles live in the `components` layer, so any
 * utility passed in `className` wins by layer order.
 */
export const cn = clsx
