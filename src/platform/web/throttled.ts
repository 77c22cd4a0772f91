/**
 * Runs the work soon after it was asked for, and then at most once in this time: asked for again before it ran, it runs once.
 * @param isImmediate whether it runs within the call when its time has come, and not in a turn of its own
 * @returns the way to ask for it; of several calls that become one, the first says with what
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
