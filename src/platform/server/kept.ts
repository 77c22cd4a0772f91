/**
 * @param holdsMs for so long what was read is given again
 * @returns a look-up that is not begun again while one is under way, or while its result is fresh
 */
export function kept<T>(read: () => Promise<T>, holdsMs: number): () => Promise<T> {
  let found: { job: Promise<T>; begunAt: number } | undefined
  let isUnderWay = false
  return () => {
    if (found && (isUnderWay || performance.now() - found.begunAt < holdsMs)) return found.job
    isUnderWay = true
    const job = read().finally(() => (isUnderWay = false))
    // Whoever waits for it hears of a failure; when nobody does any more, it is none.
    job.catch(() => undefined)
    found = { job, begunAt: performance.now() }
    return job
  }
}
