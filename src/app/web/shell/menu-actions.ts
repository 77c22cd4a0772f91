import { Contrast, Keyboard, LogOut, Rows2, type LucideIcon } from 'lucide-react'
import type { OfferedAction } from '#platform/web/actions/actions.ts'
import { densities, setDensity, setTheme, themes, type Density, type Theme } from '#platform/web/theme.ts'
import { leave } from '../session/leave.ts'
import { showOverlay } from './overlay.ts'

/** A way in which the product looks as its person has chosen: one of a few values, kept in this browser. */
export interface Look<T extends string> {
  label: string
  icon: LucideIcon
  /** Other words the palette finds it by. */
  words: string
  values: readonly T[]
  names: Record<T, string>
  set(value: T): void
}

export const theme: Look<Theme> = {
  label: 'Theme',
  icon: Contrast,
  words: 'colour color appearance mode',
  values: themes,
  names: { light: 'Light', dark: 'Dark', system: 'System' },
  set: setTheme,
}

export const density: Look<Density> = {
  label: 'Density',
  icon: Rows2,
  words: 'rows spacing',
  values: densities,
  names: { comfortable: 'Comfortable', compact: 'Compact' },
  set: setDensity,
}

/** Each of its values as an action. */
export const actionsOf = <T extends string>({ label, icon, words, values, names, set }: Look<T>) =>
  values.map((value): OfferedAction => ({
    id: `${label} ${value}`,
    label: `${label}: ${names[value]}`,
    icon,
    heading: 'Do',
    words,
    isRare: true,
    run: () => set(value),
  }))

export const showShortcuts = {
  id: 'show-shortcuts',
  label: 'Keyboard shortcuts',
  icon: Keyboard,
  keys: '?',
  group: 'Anywhere',
  heading: 'Do',
  words: 'help keys',
  run: () => showOverlay('shortcuts'),
} satisfies OfferedAction

export const signOutPath = '/api/logout'

export const signOut = {
  id: 'sign-out',
  label: 'Sign out',
  icon: LogOut,
  heading: 'Do',
  words: 'log out logout leave',
  run() {
    leave()
    location.assign(signOutPath)
  },
} satisfies OfferedAction
