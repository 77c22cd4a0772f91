/** After this the person has given up on a key. */
const meantForMs = 3000

let kept: KeyboardEvent[] = []
let stopKeeping = () => {}

/**
 * Keeps the keys that are pressed before shortcuts are there.
 * @param onKey called with each of them
 * @returns a function that stops
 */
export function keepEarlyKeys(onKey: (event: KeyboardEvent) => void): () => void {
  const keep = (event: KeyboardEvent) => {
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
