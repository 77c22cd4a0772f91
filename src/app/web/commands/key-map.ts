/** One shortcut: its keys as they are written, and as events name them. */
export interface Shortcut {
  /** Such as `g m` for one after the other, `Mod+k` for one with Ctrl or Cmd, `Shift+x`. */
  keys: string
  /** Other keys for the same. */
  or?: string
  label: string
  group: 'Anywhere' | 'In a list' | 'In a ticket' | 'On the board'
  /** Described in the sheet; something else acts on it. */
  isNative?: boolean
  /** @returns false when there was nothing to do, so that the key does what it does anyway */
  run?(): boolean | void
}

const sequenceWithinMs = 1200

/** Fields in which letters are text, and lists in which they choose. */
const ownsKeys =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox]'

/** The key of an event as a shortcut writes it; a letter with Shift is written with it, any other sign is what it is. */
function written(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  // On many keyboards a bracket is written with AltGr, which also says Ctrl and Alt.
  const isTyped = event.getModifierState('AltGraph') && key.length === 1
  if (altKey && !isTyped) return undefined
  const isLetter = /^\p{L}$/u.test(key)
  const shift = shiftKey && (isLetter || key.length > 1) ? 'Shift+' : ''
  const mod = (ctrlKey || metaKey) && !isTyped ? 'Mod+' : ''
  return mod + shift + (isLetter ? key.toLowerCase() : key)
}

export const isSingle = ({ keys }: Shortcut) => !keys.startsWith('Mod+') && !/^(Esc|Enter|Arrow)/.test(keys)

interface Situation {
  shortcuts(): readonly Shortcut[]
  /** Whether single keys are shortcuts for this person. */
  isSingleOn(): boolean
  /** Something that has the keys for itself lies over the screen. */
  isCovered(): boolean
  /** Keys that were pressed before anybody listened. */
  earlier: readonly KeyboardEvent[]
}

/** Listens for shortcuts. @returns a function that stops */
export function listenForShortcuts({ shortcuts, isSingleOn, isCovered, earlier }: Situation): () => void {
  let begun = ''
  let begunAt = 0

  function find(key: string): Shortcut | undefined {
    const usable = shortcuts().filter((one) => one.run && (isSingleOn() || !isSingle(one)))
    const has = (wanted: string) => usable.find(({ keys, or }) => keys === wanted || or === wanted)
    const isGoingOn = begun !== '' && Date.now() - begunAt < sequenceWithinMs
    const found = (isGoingOn ? has(`${begun} ${key}`) : undefined) ?? has(key)
    const begins = !found && usable.some(({ keys }) => keys.startsWith(`${key} `))
    begun = begins ? key : ''
    begunAt = Date.now()
    return found
  }

  function press(event: KeyboardEvent) {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return
    if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return
    const key = written(event)
    const isFree = key === 'Mod+k' || !(event.target instanceof Element && event.target.closest(ownsKeys))
    if (key === undefined || !isFree || (key !== 'Mod+k' && isCovered())) {
      begun = ''
      return
    }
    const found = find(key)
    if (found && found.run?.() !== false) event.preventDefault()
  }
  earlier.forEach(press)
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}
