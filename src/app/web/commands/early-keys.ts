import { isOpen } from '#platform/web/ui/form/select.tsx'

/** After this the person has given up on a key. */
const meantForMs = 3000

let kept: KeyboardEvent[] = []
let stopKeeping = () => {}

/** Keeps a closed list of which every choice takes effect at once from choosing; `instant-select.ts` comes with the shortcuts. */
function keepFromChoosing(event: KeyboardEvent): void {
  const { target, key, altKey, ctrlKey, metaKey } = event
  const isIn = target instanceof Element && target.matches('select[data-instant]') && !isOpen(target)
  if (!isIn || altKey || ctrlKey || metaKey) return
  // A letter is stopped as it types, so that the key itself still is a shortcut.
  const chooses =
    event.type === 'keypress' ? !['Enter', ' '].includes(key) : /^(Arrow|Page|Home$|End$)/.test(key)
  if (chooses) event.preventDefault()
}

/**
 * Keeps the keys that are pressed before shortcuts are there.
 * @param onKey called with each of them
 * @returns a function that stops
 */
export function keepEarlyKeys(onKey: (event: KeyboardEvent) => void): () => void {
  const keep = (event: KeyboardEvent) => {
    keepFromChoosing(event)
    kept.push(event)
    onKey(event)
  }
  window.addEventListener('keydown', keep)
  window.addEventListener('keypress', keepFromChoosing)
  stopKeeping = () => {
    window.removeEventListener('keydown', keep)
    window.removeEventListener('keypress', keepFromChoosing)
  }
  return stopKeeping
}

/** Keeps one more key, of which it is not known yet whether it is a shortcut. */
export const keepKey = (event: KeyboardEvent): void => void kept.push(event)

/** Takes the kept keys that are still meant; from here on none is kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  stopKeeping()
  const taken = kept.filter(({ timeStamp }) => performance.now() - timeStamp < meantForMs)
  kept = []
  return taken
}
