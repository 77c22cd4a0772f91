/**
 * Runs the work soon after it was asked for, and then at most once in this time: asked for again before it ran, it runs once.
 * @returns the way to ask for it; of several calls that become one, the first says with what
 */
export function throttled<Args extends unknown[]>(
  work: (...args: Args) => void,
  everyMs: number,
): (...args: Args) => void {
  let lastRun = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  return (...args) => {
    if (timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        lastRun = performance.now()
        work(...args)
      },
      Math.max(0, lastRun + everyMs - performance.now()),
    )
  }
}
