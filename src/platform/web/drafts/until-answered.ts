import { CallError } from '#platform/web/call.ts'

/** No answer, or a proxy's that has none: the server may have done the work. */
const unansweredStatuses: ReadonlySet<number> = new Set([0, 502, 504])

/** True when the outcome of a call is unknown. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && unansweredStatuses.has(error.status)

const askAgainAfterMs = [500, 2000]

/** Retries an idempotent call until it is answered. @throws the last error */
export async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pauseMs of askAgainAfterMs)
    try {
      return await attempt()
    } catch (error) {
      // Do not send later by itself, once the network is back.
      if (!isUnanswered(error) || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  return attempt()
}
