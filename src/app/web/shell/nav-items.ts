import { screens } from '../features.ts'

/** Entries of the navigation, in their order, unfiltered. */
export const navItems = screens
  .flatMap(({ nav, ...screen }) => (nav ? [{ ...screen, ...nav }] : []))
  .toSorted((one, other) => one.place - other.place)
