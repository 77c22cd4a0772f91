import type { Action, OfferedAction } from '#platform/web/actions/actions.ts'
import { latinKey } from '#platform/web/actions/latin-key.ts'
import { isClosedInstant } from '#platform/web/ui/form/instant-select.ts'

const sequenceWithinMs = 1200

/** Fields in which letters are text, also while they rest, and lists in which letters choose. */
const ownsKeys =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [data-owns-keys]'

/** Writes the key of an event as a shortcut does; Shift is written with letters, not with other signs. */
function written(event: KeyboardEvent): string | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const key = latinKey(event)
  // On many keyboards a bracket is written with AltGr, which also says Ctrl and Alt.
  const isTyped = event.getModifierState('AltGraph') && key.length === 1
  if (altKey && !isTyped) return undefined
  const isLetter = /^\p{L}$/u.test(key)
  const shift = shiftKey && (isLetter || key.length > 1) ? 'Shift+' : ''
  const mod = (ctrlKey || metaKey) && !isTyped ? 'Mod+' : ''
  return mod + shift + (isLetter ? key.toLowerCase() : key)
}

/** True when the focused element takes this key for itself. */
function isOwned({ target, key }: KeyboardEvent): boolean {
  const owner = target instanceof Element && target.closest(ownsKeys)
  if (!owner) return false
  const isSign = key.length === 1 && key !== ' '
  return !(isSign && isClosedInstant(owner))
}

export const isSingle = ({ keys = '' }: Pick<Action, 'keys'>) =>
  !keys.startsWith('Mod+') && !/^(Esc|Enter|Arrow)/.test(keys)

/** Enter without a focus: the key before it, which was to move the focus, had not been acted on. */
const isUnfocusedEnter = ({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key === 'Enter' && target === document.body && !ctrlKey && !metaKey && !altKey && !shiftKey

function openFocused(): boolean {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches('a[href], button')) return false
  activeElement.click()
  return true
}

interface Situation {
  actions(): readonly OfferedAction[]
  /** True when single keys are shortcuts for this person; undefined until that is known. */
  isSingleOn(): boolean | undefined
  isCovered(): boolean
  earlier: readonly KeyboardEvent[]
  /** Called with single keys until `isSingleOn` is known. */
  onTooEarly(event: KeyboardEvent): void
}

export function listenForKeys({
  actions,
  isSingleOn,
  isCovered,
  earlier,
  onTooEarly,
}: Situation): () => void {
  let begun = ''
  let begunAt = 0

  /** Finds the actions of a key; if one does nothing, the next may. */
  function find(key: string): readonly OfferedAction[] {
    const usable = actions().filter((one) => one.keys && (isSingleOn() || !isSingle(one)))
    const having = (wanted: string) => usable.filter(({ keys, or }) => keys === wanted || or === wanted)
    const isGoingOn = begun !== '' && Date.now() - begunAt < sequenceWithinMs
    const ending = isGoingOn ? having(`${begun} ${key}`) : []
    const found = ending.length > 0 ? ending : having(key)
    const begins = found.length === 0 && usable.some(({ keys }) => keys?.startsWith(`${key} `))
    begun = begins ? key : ''
    begunAt = Date.now()
    return found
  }

  function press(event: KeyboardEvent) {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return
    if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return
    const key = written(event)
    const isFree = key === 'Mod+k' || !isOwned(event)
    if (key === undefined || !isFree || (key !== 'Mod+k' && isCovered())) {
      begun = ''
      return
    }
    if (find(key).some((action) => action.run() !== false)) event.preventDefault()
    else if (isSingleOn() === undefined && (isSingle({ keys: key }) || isUnfocusedEnter(event)))
      onTooEarly(event)
  }
  for (const event of earlier) {
    press(event)
    // Keys after it were meant for the opened element, which is not there yet.
    if (isSingleOn() !== undefined && isUnfocusedEnter(event) && openFocused()) break
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}
