import type { Started } from './start.ts'

/** Supervisors kill the process after their own, longer time. */
const endWithinMs = 15_000

/** Finishes requests, closes the database and exits; after `withinMs` at once, and the database rolls back uncommitted work. */
export function endInTime({ stop }: Pick<Started, 'stop'>, withinMs = endWithinMs): void {
  let isEnding = false

  function end(code: number): void {
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
  // An uncaught defect leaves an unknown state: finish requests in flight and let the supervisor restart.
  process.on('uncaughtException', (error) => {
    console.error(error)
    if (!isEnding) end(1)
  })
}
