import { CallError } from '#platform/web/call.ts'

export const retryDelaysMs = [0, 1000, 3000, 5000]

/** Checks for a temporary failure; 0 is no answer. */
export const isWorthRepeating = (status: number): boolean =>
  status === 0 ||
  [408, 409, 418, 423, 429].includes(status) ||
  (status >= 500 && ![501, 505].includes(status))

/** Allows a manual retry after a new sign-in. A 409 that survives the automatic retries is final. */
export const mayGoLater = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.status === 401 ||
  (error.status !== 409 && isWorthRepeating(error.status))

/** The store's 408, 418 and 423 are final, too. */
export const isWorthResending = (status: number): boolean =>
  isWorthRepeating(status) && ![408, 418, 423].includes(status)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function untilOnline(signal?: AbortSignal): Promise<void> {
  if (navigator.onLine) return
  await new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

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

/** @param mayRepeat true for a temporary refusal @throws the error of the last attempt */
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
