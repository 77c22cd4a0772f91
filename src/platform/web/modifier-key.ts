const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The key for shortcuts, as it is written on the keyboard. */
export const modifierKey = isMac ? '⌘' : 'Ctrl'

export const shortcutOf = (key: string) => (isMac ? `⌘${key}` : `Ctrl ${key}`)
