import { isOpen } from '#platform/web/ui/form/select.tsx'

/** Age at which a key press counts as abandoned. */
const meantForMs = 3000

let kept: KeyboardEvent[] = []
let stopKeeping = () => {}

/** Prevents a key press from choosing in a closed instant list; `instant-select.ts` loads with the shortcuts. */
function keepFromChoosing(event: KeyboardEvent): void {
  const { target, key, altKey, ctrlKey, metaKey } = event
  const isIn = target instanceof Element && target.matches('select[data-instant]') && !isOpen(target)
  if (!isIn || altKey || ctrlKey || metaKey) return
  // Stop a letter at `keypress`, so that its `keydown` still is a shortcut.
  const chooses =
    event.type === 'keypress' ? !['Enter', ' '].includes(key) : /^(Arrow|Page|Home$|End$)/.test(key)
  if (chooses) event.preventDefault()
}

/** Keeps keys pressed before the shortcuts are loaded. @param onKey called with each of them @returns a function that stops */
export function captureEarlyKeys(onKey: (event: KeyboardEvent) => void): () => void {
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

export const captureKey = (event: KeyboardEvent): void => void kept.push(event)

/** Takes the recent kept keys and stops keeping. */
export function takeEarlyKeys(): KeyboardEvent[] {
  stopKeeping()
  const taken = kept.filter(({ timeStamp }) => performance.now() - timeStamp < meantForMs)
  kept = []
  return taken
}
