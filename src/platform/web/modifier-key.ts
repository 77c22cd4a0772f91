import { i18n } from '#platform/contract/i18n.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const modifierKey = () => (isMac ? '⌘' : i18n.t('Ctrl'))

/** Formats the keys of an action, such as `Ctrl K` for `Mod+k`. */
export const shownKeys = (keys: string) =>
  keys.toUpperCase().replace('MOD+', isMac ? '⌘' : `${modifierKey()} `)
