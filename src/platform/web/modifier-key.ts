import { i18n } from '#platform/contract/i18n.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The key for shortcuts, as it is written on the keyboard. */
export const modifierKey = () => (isMac ? '⌘' : i18n.t('Ctrl'))

/** The keys of an action as they are shown, such as `Ctrl K` for `Mod+k`. */
export const shownKeys = (keys: string) =>
  keys.toUpperCase().replace('MOD+', isMac ? '⌘' : `${modifierKey()} `)
