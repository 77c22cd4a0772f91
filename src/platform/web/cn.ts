import { clsx } from 'clsx'

/** Joins class names. No merging is needed: the kit's styles are in the `components` layer, so utilities win. */
export const cn = clsx
