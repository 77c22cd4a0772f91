import { i18n, words } from '#platform/contract/i18n.ts'
import { Contrast, Keyboard, LogOut, Rows2, type LucideIcon } from 'lucide-react'
import type { OfferedAction } from '#platform/web/actions/actions.ts'
import { densities, type Density } from '#platform/contract/density.ts'
import { themes, type Theme } from '#platform/web/theme.ts'
import { leave } from '../session/leave.ts'
import { showOverlay } from './overlay.ts'

export interface Look<T extends string> {
  label: string
  icon: LucideIcon
  /** Additional words for the palette's search. */
  words: string
  values: readonly T[]
  names: Record<T, string>
}

export const theme: Look<Theme> = {
  get label() {
    return i18n.t('Theme')
  },
  icon: Contrast,
  get words() {
    return i18n.t('colour color appearance mode')
  },
  values: themes,
  names: words({
    light: () => i18n.t('Light'),
    dark: () => i18n.t('Dark'),
    system: () => i18n.t('System'),
  }),
}

export const density: Look<Density> = {
  get label() {
    return i18n.t('Density')
  },
  icon: Rows2,
  get words() {
    return i18n.t('rows spacing')
  },
  values: densities,
  names: words({
    comfortable: () => i18n.t('Comfortable'),
    compact: () => i18n.t('Compact'),
  }),
}

export const actionsOf = <T extends string>(
  { label, icon, words, values, names }: Look<T>,
  choose: (value: T) => void,
) =>
  values.map((value): OfferedAction => ({
    id: `${label} ${value}`,
    label: `${label}: ${names[value]}`,
    icon,
    heading: 'Do',
    words,
    isRare: true,
    run: () => choose(value),
  }))

export const showShortcuts = {
  id: 'show-shortcuts',
  get label() {
    return i18n.t('Keyboard shortcuts')
  },
  icon: Keyboard,
  keys: '?',
  group: 'Anywhere',
  heading: 'Do',
  get words() {
    return i18n.t('help keys')
  },
  run: () => showOverlay('shortcuts'),
} satisfies OfferedAction

export const signOutPath = '/api/logout'

export const signOut = {
  id: 'sign-out',
  get label() {
    return i18n.t('Sign out')
  },
  icon: LogOut,
  heading: 'Do',
  get words() {
    return i18n.t('log out logout leave')
  },
  run() {
    leave()
    location.assign(signOutPath)
  },
} satisfies OfferedAction
