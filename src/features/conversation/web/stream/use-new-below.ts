import { useState } from 'react'
import type { Entry } from './entries.ts'

/**
 * Counts words of others that the reader has not come to.
 * @param said words of others in this view, oldest first
 * @param isOpened the conversation has been scrolled to its beginning place
 * @param isAway the reader is not at its end
 */
export function useNewBelow(said: readonly Entry[], isOpened: boolean, isAway: boolean): number {
  /** The last one that was there when the reader was at the end, or when the ticket was opened. */
  const [lastSeen, see] = useState<string>()
  const lastSaid = said.at(-1)?.key
  if (isOpened && lastSaid !== lastSeen && (lastSeen === undefined || !isAway)) see(lastSaid)
  return lastSeen === undefined ? 0 : said.length - 1 - said.findIndex(({ key }) => key === lastSeen)
}
