import { i18n } from '#platform/contract/i18n.ts'

/** Cause of a failed call; see `CallError`. */
interface Failed {
  requestId: string | undefined
}

/** A message that comes later than this after a fault is about something else. */
const tellWithinMs = 1000

let last: { requestId: string; at: number } | undefined

/** Id to quote to those who run the server; undefined when the fault is not the server's. */
export const quoteOf = (error: unknown): string | undefined =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? quote(error.requestId)
    : undefined

const quote = (requestId: string) => i18n.t('Quote {requestId} if you report this.', { requestId })

/** Notes a fault of the server for the message that is about to tell of it. @returns the same error, to be thrown */
export function recordServerFault<E extends Failed>(error: E): E {
  const { requestId } = error
  if (requestId !== undefined) last = { requestId, at: performance.now() }
  return error
}

/** Id to quote in a message of failure that is shown now; once for each fault. */
export function takeFaultReference(): string | undefined {
  const fault = last
  last = undefined
  return fault && performance.now() - fault.at < tellWithinMs ? quote(fault.requestId) : undefined
}
