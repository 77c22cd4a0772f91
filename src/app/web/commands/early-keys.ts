import { isOpen } from '#platform/web/ui/form/select.tsx'

/** After this the person has given up on a key. */
const meantForMs = 3000

let kept: KeyboardEvent[] = []
let stopKeeping = () => {}

/** Whether this key would choose in a closed list of which every choice takes effect at once; `instant-select.ts` comes with the shortcuts. */
const wouldChoose = ({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  target instanceof Element &&
  target.matches('select[data-instant]') &&
  !isOpen(target) &&
  !(altKey || ctrlKey || metaKey) &&
  !['Tab', 'Enter', ' '].includes(key)

/**
 * Keeps the keys that are pressed before shortcuts are there.
 * @param onKey called with each of them
 * @returns a function that stops
 */
export function keepEarlyKeys(onKey: (event: KeyboardEvent) => void): () => void {
  const keep = (event: KeyboardEvent) => {
    if (wouldChoose(event)) event.preventDefault()
    kept.push(event)
    onKey(event)
  }
  window.addEventListener('keydown', keep)
  stopKeeping = () => window.removeEventListener('keydown', keep)
  return stopKeeping
}

/** What was kept and is still meant; from here on nothing is. */
export function takeEarlyKeys(): KeyboardEvent[] {
  stopKeeping()
  const taken = kept.filter(({ timeStamp }) => performance.now() - timeStamp < meantForMs)
  kept = []
  return taken
}
