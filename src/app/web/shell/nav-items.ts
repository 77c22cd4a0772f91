import { screens } from '../features.ts'

/** What the navigation leads to, in its order; each person sees what is for them. */
export const navItems = screens
  .flatMap(({ nav, ...screen }) => (nav ? [{ ...screen, ...nav }] : []))
  .toSorted((one, other) => one.place - other.place)
