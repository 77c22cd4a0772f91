/** Shares a pending or fresh result between callers; a failure is not kept. @param holdsMs lifetime of a result */
export function memoizeFor<T>(read: () => Promise<T>, holdsMs: number): () => Promise<T> {
  let found: { job: Promise<T>; begunAt: number } | undefined
  let isUnderWay = false
  return () => {
    if (found && (isUnderWay || performance.now() - found.begunAt < holdsMs)) return found.job
    isUnderWay = true
    const job = read().finally(() => (isUnderWay = false))
    const begun = { job, begunAt: performance.now() }
    found = begun
    // Only current callers see a failure. Without any, it must not be an unhandled rejection.
    job.catch(() => {
      if (found === begun) found = undefined
    })
    return job
  }
}
