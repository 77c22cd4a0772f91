import { isTransient } from '../errors.ts'

/** Tries of a batch, and then of a single event. */
const tries = 3
/** Pause before a retry: longer for an absent database than for a defect, which only a retry tells from chance. */
export const retryAfterMs = (error: unknown) => (isTransient(error) ? 5000 : 200)

/** Sizes batches: up to `most` events, and single ones after repeated failures to find the culprit. Transient failures do not count. */
export function createBatches<T extends { position: number }>(most: number) {
  let failures = 0
  let singleUpTo = -Infinity

  return {
    sizeAfter: (position: number) => (position < singleUpTo ? 1 : most),
    succeeded(): void {
      failures = 0
    },
    /** @returns the event to skip; undefined: retry */
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
