import type { Started } from './start.ts'

/** Supervisors kill what has not ended after their own, longer time. */
const endWithinMs = 15_000

/**
 * Ends the process in order when asked to: finishes the requests in flight, then closes the database. Waits at most `withinMs`
 * for anything that hangs; the database rolls back what was not committed.
 */
export function endInTime({ stop }: Pick<Started, 'stop'>, withinMs = endWithinMs): void {
  let isEnding = false

  function end(code: number): void {
    // A second signal ends the process at once.
    if (isEnding) process.exit(1)
    isEnding = true
    process.exitCode = code
    const late = setTimeout(() => {
      console.error(
        `Something was still not finished ${withinMs / 1000} seconds after the stop; ended all the same.`,
      )
      process.exit(1)
    }, withinMs)
    late.unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  // A defect that nobody caught leaves an unknown state behind: finish what is in flight and let the supervisor start anew.
  process.on('uncaughtException', (error) => {
    console.error(error)
    // A second defect, while the process ends, changes nothing about that.
    if (!isEnding) end(1)
  })
}
