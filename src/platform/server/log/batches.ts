import { isTransient } from '../errors.ts'

/** How often a batch, and then a single event, is tried. */
const tries = 3
/**
 * The pause before a failed batch is tried again: longer when the database is away than after a defect, which only a repetition
 * tells from chance.
 */
export const retryAfterMs = (error: unknown) => (isTransient(error) ? 5000 : 200)

/**
 * How much of the log its follower takes at a time: up to `most` events, and single ones where a batch has failed again and again, so that
 * the one that cannot be handled is found. Failures that pass by themselves, such as a database that is away, count for nothing.
 */
export function createBatches<T extends { position: number }>(most: number) {
  let failures = 0
  let singleUpTo = -Infinity

  return {
    /** @param position up to where the log has been handled */
    sizeAfter: (position: number) => (position < singleUpTo ? 1 : most),
    succeeded(): void {
      failures = 0
    },
    /** @returns the event that is to be passed over; undefined: try again */
    failed(error: unknown, batch: readonly T[]): T | undefined {
      const last = batch.at(-1)
      if (!last || isTransient(error) || ++failures < tries) return undefined
      failures = 0
      if (batch.length === 1) return last
      singleUpTo = last.position
      return undefined
    },
  }
}
