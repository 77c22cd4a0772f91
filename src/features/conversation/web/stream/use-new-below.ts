import { useState } from 'react'
import type { Entry } from './entries.ts'

/**
 * Counts words of others that the reader has not come to.
 * @param words of others, oldest first, also those that this view leaves out
 * @param said those in this view
 * @param isOpened the conversation has been scrolled to its beginning place
 * @param isAway the reader is not at its end
 */
export function useNewBelow(
  words: readonly Entry[],
  said: readonly Entry[],
  isOpened: boolean,
  isAway: boolean,
): number {
  /** Time of the newest that was there when the reader was at the end, or when the ticket was opened. */
  const [seenUntil, see] = useState<string>()
  const newest = (seenUntil === undefined ? words : said).at(-1)?.at ?? ''
  if (isOpened && (seenUntil === undefined || (!isAway && newest > seenUntil))) see(newest)
  return seenUntil === undefined ? 0 : said.filter(({ at }) => at > seenUntil).length
}
