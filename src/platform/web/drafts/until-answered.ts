import { CallError } from '#platform/web/call.ts'

/** None at all, or of a proxy that has none: the server may have done what was asked. */
const unansweredStatuses: ReadonlySet<number> = new Set([0, 502, 504])

/** Whether nobody knows what became of a call. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && unansweredStatuses.has(error.status)

const askAgainAfterMs = [500, 2000]

/**
 * Makes a call that may be made again without harm, by its key or its version, until it is answered or nobody answers.
 * @throws what the last attempt has thrown
 */
export async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pauseMs of askAgainAfterMs)
    try {
      return await attempt()
    } catch (error) {
      // Nothing is sent by itself once there is a connection again.
      if (!isUnanswered(error) || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  return attempt()
}
