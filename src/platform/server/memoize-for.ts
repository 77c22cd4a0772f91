/**
 * @param holdsMs for so long what was read is given again
 * @returns a look-up that is not begun again while one is under way, or while its result is fresh; a failure is not kept
 */
export function memoizeFor<T>(read: () => Promise<T>, holdsMs: number): () => Promise<T> {
  let found: { job: Promise<T>; begunAt: number } | undefined
  let isUnderWay = false
  return () => {
    if (found && (isUnderWay || performance.now() - found.begunAt < holdsMs)) return found.job
    isUnderWay = true
    const job = read().finally(() => (isUnderWay = false))
    const begun = { job, begunAt: performance.now() }
    found = begun
    // A failure is told to those who wait for it, and to nobody after them. One that nobody awaits must not be an unhandled rejection.
    job.catch(() => {
      if (found === begun) found = undefined
    })
    return job
  }
}
