/**
 * Runs the work soon after a call, then at most once in `everyMs`; merged calls use the first arguments.
 * @param isImmediate true to run within the call when the time has come
 */
export function throttled<Args extends unknown[]>(
  work: (...args: Args) => void,
  everyMs: number,
  isImmediate = false,
): (...args: Args) => void {
  let lastRun = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  return (...args) => {
    if (timer !== undefined) return
    const run = () => {
      timer = undefined
      lastRun = performance.now()
      work(...args)
    }
    const waitMs = Math.max(0, lastRun + everyMs - performance.now())
    if (isImmediate && waitMs === 0) run()
    else timer = setTimeout(run, waitMs)
  }
}
