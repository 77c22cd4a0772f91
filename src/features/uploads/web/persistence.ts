import { CallError } from '#platform/web/call.ts'

export const retryDelaysMs = [0, 1000, 3000, 5000]

/** Whether a call that was answered so may go through the next time; 0 is no answer at all. */
export const isWorthRepeating = (status: number): boolean =>
  status === 0 ||
  [408, 409, 418, 423, 429].includes(status) ||
  (status >= 500 && ![501, 505].includes(status))

/**
 * Whether a call that failed so may go through when the person has it made again: they may have signed in meanwhile. What still did not fit
 * after the repetitions (409) never will.
 */
export const mayGoLater = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.status === 401 ||
  (error.status !== 409 && isWorthRepeating(error.status))

/** The same for the bytes of a file: of the store's answers, 408, 418 and 423 are as final as other refusals. */
export const isWorthResending = (status: number): boolean =>
  isWorthRepeating(status) && ![408, 418, 423].includes(status)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits for a connection where the browser knows that there is none. */
async function untilOnline(signal?: AbortSignal): Promise<void> {
  if (navigator.onLine) return
  await new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Waits before the next attempt: for the connection where there is none, else the next delay. */
export async function waitToRepeat(delays: Iterator<number>, signal?: AbortSignal): Promise<boolean> {
  if (!navigator.onLine) {
    await untilOnline(signal)
    return true
  }
  const next = delays.next()
  if (next.done) return false
  await pause(next.value)
  return true
}

/**
 * Makes a call until it is answered by something that another attempt would not change.
 * @param mayRepeat whether another attempt may go through after this refusal
 * @throws what the last attempt has thrown
 */
export async function persistently<T>(
  attempt: () => Promise<T>,
  signal?: AbortSignal,
  mayRepeat = (error: CallError) => isWorthRepeating(error.status),
): Promise<T> {
  const delays = retryDelaysMs.values()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      signal?.throwIfAborted()
      const isLasting = !(error instanceof CallError) || !mayRepeat(error)
      if (isLasting || !(await waitToRepeat(delays, signal))) throw error
    }
  }
}
