import { screens } from '../features.ts'

export const navItems = screens
  .flatMap(({ nav, ...screen }) => (nav ? [{ ...screen, ...nav }] : []))
  .toSorted((one, other) => one.place - other.place)
